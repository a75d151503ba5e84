/// How a Garmin receiver is: its name, and what it thinks of its own health.
///
/// ```
///        1   2 3 4 5 6 7 8  9
///        |   | | | | | | |  |
/// $PGRMT,c…c,a,a,a,a,a,a,xx,a*hh
/// $PGRMT,GPS 15-H Ver. 2.02,P,P,R,R,P,,36,R*03
/// ```
///
/// Newer receivers name themselves and leave everything else empty.
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMT: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PGRMT"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// Product, model and firmware.
  public var product = FieldText()
  /// Whether the program in its memory is whole.
  public var program: Test?
  /// Whether the receiver works.
  public var receiver: Test?
  /// Whether the stored data are still there.
  public var storedData: Memory?
  /// Whether the clock has kept the time.
  public var clock: Memory?
  /// Whether the oscillator has drifted too far.
  public var oscillator: Test?
  /// Whether the receiver collects an almanac; nil if it does not.
  public var collection: Collection?
  /// Temperature inside, degrees Celsius.
  @SparseInteger<Int16> public var temperature: Int?
  /// Whether the configuration is still there.
  public var configuration: Memory?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
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
}

extension PGRMT {
  /// The outcome of a self-test.
  ///
  /// Letters outside the list keep their value.
  public struct Test: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes one of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `P`: passed.
    public static let passed = Test(rawValue: UInt8(ascii: "P"))
    /// `F`: failed.
    public static let failed = Test(rawValue: UInt8(ascii: "F"))
  }
}

extension PGRMT {
  /// Whether something was kept while the receiver was off.
  ///
  /// Letters outside the list keep their value.
  public struct Memory: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes one of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `R`: kept.
    public static let retained = Memory(rawValue: UInt8(ascii: "R"))
    /// `L`: lost.
    public static let lost = Memory(rawValue: UInt8(ascii: "L"))
  }
}

extension PGRMT {
  /// Whether the receiver collects an almanac.
  ///
  /// Letters outside the list keep their value.
  public struct Collection: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes one of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `C`: it does.
    public static let collecting = Collection(rawValue: UInt8(ascii: "C"))
  }
}
