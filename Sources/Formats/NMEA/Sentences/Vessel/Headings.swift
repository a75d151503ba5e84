// The way in which the bow points, by compass or by GPS, and how fast it turns. The course over ground is in RMC and VTG.

/// The reading of a compass, with its known errors.
///
/// ```
///        1   2   3 4   5
///        |   |   | |   |
/// $--HDG,x.x,x.x,a,x.x,a*hh
/// $HCHDG,98.3,0.0,E,12.6,W*57
/// ```
///
/// Reading plus deviation is the magnetic heading; plus variation, the true one.
/// Described at <https://gpsd.io/NMEA.html#_hdg_heading_deviation_variation>.
public struct HDG: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "HDG"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 5
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// The reading of the compass, in degrees.
  @SparseDecimal public var reading: Double?
  /// Magnetic deviation, the fault of the ship, in degrees, east positive.
  @SparseDecimal public var deviation: Double?
  /// Magnetic variation, the fault of the place, in degrees, east positive.
  @SparseDecimal public var variation: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_reading, places: 3, text)
    fields.signed(
      &_deviation, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), scale: 1, places: 3, text
    )
    fields.signed(
      &_variation, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), scale: 1, places: 3, text
    )
  }
}

/// The magnetic heading: where the bow points, seen from magnetic north.
///
/// ```
///        1   2
///        |   |
/// $--HDM,x.x,M*hh
/// $APHDM,218.598,M*3C
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_hdm_heading_magnetic>.
public struct HDM: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "HDM"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Heading in degrees from magnetic north.
  @SparseDecimal public var heading: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 3, text)
    fields.unit(UInt8(ascii: "M"), text)
  }
}

/// The true heading: where the bow points, seen from true north.
///
/// ```
///        1   2
///        |   |
/// $--HDT,x.x,T*hh
/// $GPHDT,274.07,T*03
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_hdt_heading_true>.
public struct HDT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "HDT"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Heading in degrees from true north.
  @SparseDecimal public var heading: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 3, text)
    fields.unit(UInt8(ascii: "T"), text)
  }
}

/// The true heading, and how it was found.
///
/// ```
///        1   2
///        |   |
/// $--THS,x.x,a*hh
/// $GNTHS,77.52,E*2A
/// ```
///
/// Described at <https://www.easymanua.ls/jrc/jlr-30/manual?p=102>.
public struct THS: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "THS"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Heading in degrees from true north.
  @SparseDecimal public var heading: Double?
  /// How the heading was found.
  public var mode: Mode?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 3, text)
    fields.letter(&mode, text)
  }
}

extension THS {
  /// How a heading was found.
  public struct Mode: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes a mode of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `A`: autonomous.
    public static let autonomous = Mode(rawValue: UInt8(ascii: "A"))
    /// `E`: estimated, dead reckoning.
    public static let deadReckoning = Mode(rawValue: UInt8(ascii: "E"))
    /// `M`: manual input.
    public static let manual = Mode(rawValue: UInt8(ascii: "M"))
    /// `S`: simulator.
    public static let simulator = Mode(rawValue: UInt8(ascii: "S"))
    /// `V`: not valid.
    public static let void = Mode(rawValue: UInt8(ascii: "V"))
  }
}

/// How fast the bow turns.
///
/// ```
///        1   2
///        |   |
/// $--ROT,x.x,A*hh
/// $APROT,-0.007,A*1D
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_rot_rate_of_turn>.
public struct ROT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "ROT"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Rate of turn in degrees per minute, to starboard positive.
  @SparseDecimal public var rate: Double?
  /// Whether the sensor vouches for the rate.
  public var status: Status?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_rate, places: 3, text)
    fields.letter(&status, text)
  }
}
