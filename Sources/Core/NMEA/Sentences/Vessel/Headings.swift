// The heading of the bow, by compass or GPS, and its rate of turn. The course over ground is in RMC and VTG.

/// The reading of a compass, with its known errors.
///
/// ```
///        1   2   3 4   5
///        |   |   | |   |
/// $--HDG,x.x,x.x,a,x.x,a*hh
/// $HCHDG,98.3,0.0,E,12.6,W*57
/// ```
///
/// The magnetic heading is reading plus deviation; the true heading adds the variation.
/// Described at <https://gpsd.io/NMEA.html#_hdg_heading_deviation_variation>.
public struct HDG: TalkerContent {
  public static var form: SentenceForm { SentenceForm("HDG", fewestFields: 5) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The compass reading in degrees.
  @SparseDecimal public var reading: Double?
  /// The magnetic deviation, caused by the ship, in degrees, east positive.
  @SparseDecimal public var deviation: Double?
  /// The magnetic variation, caused by the location, in degrees, east positive.
  @SparseDecimal public var variation: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_reading, places: 3, text)
    fields.eastward(&_deviation, places: 3, text)
    fields.eastward(&_variation, places: 3, text)
  }
}

/// The magnetic heading: the direction of the bow relative to magnetic north.
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
  public static var form: SentenceForm { SentenceForm("HDM", fewestFields: 2) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The heading in degrees from magnetic north.
  @SparseDecimal public var heading: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 3, from: UInt8(ascii: "M"), text)
  }
}

/// The true heading: the direction of the bow relative to true north.
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
  public static var form: SentenceForm { SentenceForm("HDT", fewestFields: 2) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The heading in degrees from true north.
  @SparseDecimal public var heading: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 3, from: UInt8(ascii: "T"), text)
  }
}

/// The true heading and its mode.
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
  public static var form: SentenceForm { SentenceForm("THS", fewestFields: 2) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The heading in degrees from true north.
  @SparseDecimal public var heading: Double?
  /// The mode of the heading.
  public var mode: Mode?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 3, text)
    fields.letter(&mode, text)
  }

  /// The mode of a heading.
  public struct Mode: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `A`: autonomous.
    public static let autonomous = Mode(rawValue: UInt8(ascii: "A"))
    /// `E`: estimated, dead reckoning.
    public static let deadReckoning = Mode(rawValue: UInt8(ascii: "E"))
    /// `M`: manual input.
    public static let manual = Mode(rawValue: UInt8(ascii: "M"))
    /// `S`: simulator.
    public static let simulator = Mode(rawValue: UInt8(ascii: "S"))
    /// `V`: invalid.
    public static let void = Mode(rawValue: UInt8(ascii: "V"))
  }
}

/// The rate of turn.
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
  public static var form: SentenceForm { SentenceForm("ROT", fewestFields: 2) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The rate of turn in degrees per minute, positive to starboard.
  @SparseDecimal public var rate: Double?
  /// Whether the rate is valid.
  public var status: Status?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_rate, places: 3, text)
    fields.letter(&status, text)
  }
}
