/// The status of a Garmin receiver: its name and the results of self-tests.
///
/// ```
///        1   2 3 4 5 6 7 8  9
///        |   | | | | | | |  |
/// $PGRMT,c…c,a,a,a,a,a,a,xx,a*hh
/// $PGRMT,GPS 15-H Ver. 2.02,P,P,R,R,P,,36,R*03
/// ```
///
/// Newer receivers send only their name.
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMT: VendorContent {
  public static var form: SentenceForm { SentenceForm("PGRMT", fewestFields: 1) }
  public init() {}

  /// The product, model and firmware.
  public var product = FieldText()
  /// The result of the program memory test.
  public var program: Test?
  /// The result of the receiver test.
  public var receiver: Test?
  /// Whether the stored data was retained.
  public var storedData: Memory?
  /// Whether the real-time clock was retained.
  public var clock: Memory?
  /// Whether the oscillator drift is excessive.
  public var oscillator: Test?
  /// Whether the receiver is collecting an almanac; the field is empty, and so nil, if it is not.
  public var collection: Collection?
  /// The temperature of the board in degrees Celsius.
  @SparseInteger<Int16> public var temperature: Int?
  /// Whether the configuration was retained.
  public var configuration: Memory?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&product, text)
    fields.letter(&program, text)
    fields.letter(&receiver, text)
    fields.letter(&storedData, text)
    fields.letter(&clock, text)
    fields.letter(&oscillator, text)
    fields.letter(&collection, text)
    fields.integer(&_temperature, in: -273...999, text)
    fields.letter(&configuration, text)
  }

  /// The result of a self-test.
  ///
  /// Unlisted letters keep their value.
  public struct Test: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `P`: passed.
    public static let passed = Test(rawValue: UInt8(ascii: "P"))
    /// `F`: failed.
    public static let failed = Test(rawValue: UInt8(ascii: "F"))
  }

  /// Whether data was retained while the receiver was off.
  ///
  /// Unlisted letters keep their value.
  public struct Memory: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `R`: retained.
    public static let retained = Memory(rawValue: UInt8(ascii: "R"))
    /// `L`: lost.
    public static let lost = Memory(rawValue: UInt8(ascii: "L"))
  }

  /// Whether the receiver is collecting an almanac.
  ///
  /// Unlisted letters keep their value.
  public struct Collection: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `C`: collecting.
    public static let collecting = Collection(rawValue: UInt8(ascii: "C"))
  }
}
