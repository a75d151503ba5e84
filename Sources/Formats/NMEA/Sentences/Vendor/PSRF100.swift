/// Tells a SiRF receiver what to speak, and how fast.
///
/// ```
///          1 2   3 4 5
///          | |   | | |
/// $PSRF100,x,x…x,x,x,x*hh
/// $PSRF100,1,9600,8,1,0*0D
/// ```
///
/// Described in the "SiRF NMEA Reference Manual", 1050-0042, "Message ID 100: Set Serial Port".
public struct PSRF100: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PSRF100"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 5

  /// The protocol to speak; 1 is NMEA.
  @SparseInteger<Int16> private var languageCode: Int?
  /// Bits per second.
  @SparseInteger<Int32> public var baudRate: Int?
  /// 7 or 8.
  @SparseInteger<Int16> public var dataBits: Int?
  /// 0 or 1.
  @SparseInteger<Int16> public var stopBits: Int?
  /// The parity bit; 0 is none.
  @SparseInteger<Int16> private var parityCode: Int?

  /// The protocol to speak.
  public var language: Language? {
    get { languageCode.map { Language(rawValue: UInt8($0)) } }
    set { languageCode = newValue.map { Int($0.rawValue) } }
  }

  /// The parity bit.
  public var parity: Parity? {
    get { parityCode.map { Parity(rawValue: UInt8($0)) } }
    set { parityCode = newValue.map { Int($0.rawValue) } }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_languageCode, in: 0...255, text)
    fields.integer(&_baudRate, text)
    fields.integer(&_dataBits, text)
    fields.integer(&_stopBits, text)
    fields.integer(&_parityCode, in: 0...255, text)
  }
}

extension PSRF100 {
  /// A protocol of a receiver.
  ///
  /// Numbers outside the list keep their value.
  public struct Language: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: SiRF's binary messages.
    public static let binary = Language(rawValue: 0)
    /// 1: NMEA.
    public static let nmea = Language(rawValue: 1)
  }
}

extension PSRF100 {
  /// A parity bit.
  ///
  /// Numbers outside the list keep their value.
  public struct Parity: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: none.
    public static let none = Parity(rawValue: 0)
    /// 1: odd.
    public static let odd = Parity(rawValue: 1)
    /// 2: even.
    public static let even = Parity(rawValue: 2)
  }
}
