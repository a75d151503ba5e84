// The water around a ship: its depth, its warmth, and the speed through it.

/// How deep the water is below the transducer.
///
/// ```
///        1   2 3   4 5   6
///        |   | |   | |   |
/// $--DBT,x.x,f,x.x,M,x.x,F*hh
/// $SDDBT,7.8,f,2.4,M,1.3,F*0D
/// ```
///
/// Some sounders fill only one of the three.
/// Described at <https://gpsd.io/NMEA.html#_dbt_depth_below_transducer>.
public struct DBT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "DBT"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 6
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Depth in meters, as the field in feet says it.
  @SparseDecimal public var depthFromFeet: Double?
  /// Depth in meters, as the field in meters says it.
  @SparseDecimal public var depth: Double?
  /// Depth in meters, as the field in fathoms says it.
  @SparseDecimal public var depthFromFathoms: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_depthFromFeet, scale: Feet.inMeters, places: 2, text)
    fields.unit(UInt8(ascii: "f"), text)
    fields.decimal(&_depth, places: 3, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_depthFromFathoms, scale: Fathoms.inMeters, places: 3, text)
    fields.unit(UInt8(ascii: "F"), text)
  }
}

/// How deep the water is, and where the transducer sits.
///
/// ```
///        1   2   3
///        |   |   |
/// $--DPT,x.x,x.x,x.x*hh
/// $INDPT,2.3,0.0*46
/// ```
///
/// Field 3 came with NMEA 3.0.
/// Described at <https://gpsd.io/NMEA.html#_dpt_depth_of_water>.
public struct DPT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "DPT"
  /// A sentence with fewer fields is refused; the range scale came with NMEA 3.0.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Depth below the transducer in meters.
  @SparseDecimal public var depth: Double?
  /// Meters from the transducer: up to the water line positive, down to the keel negative.
  @SparseDecimal public var offset: Double?
  /// The greatest depth that the sounder is set to, meters.
  @SparseDecimal public var rangeScale: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_depth, places: 3, text)
    fields.decimal(&_offset, places: 3, text)
    if fields.hasMore(since: .v3_0) { fields.decimal(&_rangeScale, places: 3, text) }
  }
}

/// How warm the water is.
///
/// ```
///        1   2
///        |   |
/// $--MTW,x.x,C*hh
/// $INMTW,17.9,C*1B
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_mtw_mean_temperature_of_water>.
public struct MTW: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "MTW"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Temperature of the water in degrees Celsius.
  @SparseDecimal public var temperature: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_temperature, places: 3, text)
    fields.unit(UInt8(ascii: "C"), text)
  }
}

/// Speed through the water, and heading.
///
/// ```
///        1   2 3   4 5   6 7   8
///        |   | |   | |   | |   |
/// $--VHW,x.x,T,x.x,M,x.x,N,x.x,K*hh
/// $SDVHW,232.7,T,231.4,M,6.4,N,12.0,K*73
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_vhw_water_speed_and_heading>.
public struct VHW: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "VHW"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 8
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Heading in degrees from true north.
  @SparseDecimal public var heading: Double?
  /// Heading in degrees from magnetic north.
  @SparseDecimal public var magneticHeading: Double?
  /// Speed through the water in meters per second, as the field in knots says it.
  @SparseDecimal public var speed: Double?
  /// Speed through the water in meters per second, as the field in kilometers per hour says it.
  @SparseDecimal public var speedFromKilometers: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 2, text)
    fields.unit(UInt8(ascii: "T"), text)
    fields.course(&_magneticHeading, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_speed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.decimal(&_speedFromKilometers, scale: KilometersPerHour.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "K"), text)
  }
}

/// Speed through the water and over ground, along the ship and across it.
///
/// ```
///        1   2   3 4   5   6 7   8 9   10
///        |   |   | |   |   | |   | |   |
/// $--VBW,x.x,x.x,A,x.x,x.x,A,x.x,A,x.x,A*hh
/// $IIVBW,11.0,02.0,A,07.0,01.0,A*47
/// ```
///
/// Fields 7 to 10, the stern, came with NMEA 3.0.
/// Described at <https://gpsd.io/NMEA.html#_vbw_dual_groundwater_speed>.
public struct VBW: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "VBW"
  /// A sentence with fewer fields is refused; the speeds of the stern came with NMEA 3.0.
  public static let fewestFields = 6
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Speed through the water in meters per second, ahead positive.
  @SparseDecimal public var waterSpeed: Double?
  /// Speed through the water across the ship in meters per second, to starboard positive.
  @SparseDecimal public var transverseWaterSpeed: Double?
  /// Whether the sensor vouches for the speeds through the water.
  public var waterStatus: Status?
  /// Speed over ground in meters per second, ahead positive.
  @SparseDecimal public var groundSpeed: Double?
  /// Speed over ground across the ship in meters per second, to starboard positive.
  @SparseDecimal public var transverseGroundSpeed: Double?
  /// Whether the sensor vouches for the speeds over ground.
  public var groundStatus: Status?
  /// Speed of the stern through the water across the ship in meters per second, to starboard positive.
  @SparseDecimal public var sternWaterSpeed: Double?
  /// Whether the sensor vouches for the speed of the stern through the water.
  public var sternWaterStatus: Status?
  /// Speed of the stern over ground across the ship in meters per second, to starboard positive.
  @SparseDecimal public var sternGroundSpeed: Double?
  /// Whether the sensor vouches for the speed of the stern over ground.
  public var sternGroundStatus: Status?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_waterSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.decimal(&_transverseWaterSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&waterStatus, text)
    fields.decimal(&_groundSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.decimal(&_transverseGroundSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&groundStatus, text)
    guard fields.hasMore(since: .v3_0) else { return }
    fields.decimal(&_sternWaterSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&sternWaterStatus, text)
    fields.decimal(&_sternGroundSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&sternGroundStatus, text)
  }
}
