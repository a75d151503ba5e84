/// Tells an Airoha receiver how often to send a sentence.
///
/// ```
///          1 2
///          | |
/// $PAIR062,x,xx*hh
/// $PAIR062,3,0*3D
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PAIR_COMMON_SET_NMEA_OUTPUT_RATE".
public struct PAIR062: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PAIR062"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2

  /// The sentence; 0 is GGA.
  @SparseInteger<Int16> private var outputCode: Int?
  /// The number of fixes for one sentence; 0 is never.
  @SparseInteger<Int16> public var rate: Int?

  /// The sentence.
  public var output: Output? {
    get { outputCode.map { Output(rawValue: Int8($0)) } }
    set { outputCode = newValue.map { Int($0.rawValue) } }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_outputCode, in: -1...127, text)
    fields.integer(&_rate, text)
  }
}

extension PAIR062 {
  /// A sentence, as Airoha numbers them.
  ///
  /// Numbers outside the list keep their value.
  public struct Output: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: Int8
    /// Makes one of its number.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// -1: all of them, as the receiver was built.
    public static let all = Output(rawValue: -1)
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
    /// 6: time and date.
    public static let zda = Output(rawValue: 6)
    /// 7: range residuals.
    public static let grs = Output(rawValue: 7)
    /// 8: error statistics.
    public static let gst = Output(rawValue: 8)
    /// 9: the fix of several constellations.
    public static let gns = Output(rawValue: 9)
  }
}
