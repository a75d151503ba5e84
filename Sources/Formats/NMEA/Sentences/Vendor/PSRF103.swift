/// Tells a SiRF receiver how often to send a sentence, or asks for it once.
///
/// ```
///          1  2  3  4
///          |  |  |  |
/// $PSRF103,xx,xx,xx,xx*hh
/// $PSRF103,00,01,00,01*25
/// ```
///
/// Described in the "SiRF NMEA Reference Manual", 1050-0042, "Message ID 103: Query/Rate Control".
public struct PSRF103: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PSRF103"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 4

  /// The sentence; 0 is GGA.
  @SparseInteger<Int16> private var outputCode: Int?
  /// Whether to set the rate, or to ask; 1 is to ask.
  @SparseInteger<Int16> private var requestCode: Int?
  /// Seconds from sentence to sentence; 0 is never.
  @SparseInteger<Int16> public var interval: Int?
  /// Whether the sentence gets a checksum: 1 if so.
  @SparseInteger<Int16> public var checksum: Int?

  /// The sentence.
  public var output: Output? {
    get { outputCode.map { Output(rawValue: UInt8($0)) } }
    set { outputCode = newValue.map { Int($0.rawValue) } }
  }

  /// Whether to set the rate, or to ask.
  public var request: Request? {
    get { requestCode.map { Request(rawValue: UInt8($0)) } }
    set { requestCode = newValue.map { Int($0.rawValue) } }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_outputCode, in: 0...255, width: 2, text)
    fields.integer(&_requestCode, in: 0...255, width: 2, text)
    fields.integer(&_interval, width: 2, text)
    fields.integer(&_checksum, width: 2, text)
  }
}

extension PSRF103 {
  /// A sentence, as SiRF numbers them.
  ///
  /// Numbers outside the list keep their value.
  public struct Output: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: the fix.
    public static let gga = Output(rawValue: 0)
    /// 1: position and time.
    public static let gll = Output(rawValue: 1)
    /// 2: satellites in use.
    public static let gsa = Output(rawValue: 2)
    /// 3: satellites in view.
    public static let gsv = Output(rawValue: 3)
    /// 4: the recommended minimum.
    public static let rmc = Output(rawValue: 4)
    /// 5: course and speed.
    public static let vtg = Output(rawValue: 5)
    /// 8: time and date.
    public static let zda = Output(rawValue: 8)
  }
}

extension PSRF103 {
  /// The request: to send once, or at a rate.
  ///
  /// Numbers outside the list keep their value.
  public struct Request: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: send it from now on.
    public static let setRate = Request(rawValue: 0)
    /// 1: send it once.
    public static let ask = Request(rawValue: 1)
  }
}
