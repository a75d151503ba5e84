// Depth and temperature of the water, and the speed through it.

/// The depth of the water below the transducer.
///
/// ```
///        1   2 3   4 5   6
///        |   | |   | |   |
/// $--DBT,x.x,f,x.x,M,x.x,F*hh
/// $SDDBT,7.8,f,2.4,M,1.3,F*0D
/// ```
///
/// Some sounders fill only one of the three fields.
/// Described at <https://gpsd.io/NMEA.html#_dbt_depth_below_transducer>.
public struct DBT: TalkerContent {
  public static var form: SentenceForm { SentenceForm("DBT", fewestFields: 6) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The depth in meters, from the field in feet.
  @SparseDecimal public var depthFromFeet: Double?
  /// The depth in meters, from the field in meters.
  @SparseDecimal public var depth: Double?
  /// The depth in meters, from the field in fathoms.
  @SparseDecimal public var depthFromFathoms: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_depthFromFeet, scale: Feet.inMeters, places: 2, text)
    fields.unit(UInt8(ascii: "f"), text)
    fields.decimal(&_depth, places: 3, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_depthFromFathoms, scale: Fathoms.inMeters, places: 3, text)
    fields.unit(UInt8(ascii: "F"), text)
  }
}

/// The depth of the water and the offset of the transducer.
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
  public static var form: SentenceForm { SentenceForm("DPT", fewestFields: 2) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The depth below the transducer in meters.
  @SparseDecimal public var depth: Double?
  /// The offset from the transducer in meters: positive to the waterline, negative to the keel.
  @SparseDecimal public var offset: Double?
  /// The maximum range scale of the sounder in meters.
  @SparseDecimal public var rangeScale: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_depth, places: 3, text)
    fields.decimal(&_offset, places: 3, text)
    if fields.hasMore(since: .v3_0) { fields.decimal(&_rangeScale, places: 3, text) }
  }
}

/// The temperature of the water.
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
  public static var form: SentenceForm { SentenceForm("MTW", fewestFields: 2) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The temperature of the water in degrees Celsius.
  @SparseDecimal public var temperature: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_temperature, places: 3, text)
    fields.unit(UInt8(ascii: "C"), text)
  }
}

/// The heading and the speed through the water.
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
  public static var form: SentenceForm { SentenceForm("VHW", fewestFields: 8) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The heading in degrees from true north.
  @SparseDecimal public var heading: Double?
  /// The heading in degrees from magnetic north.
  @SparseDecimal public var magneticHeading: Double?
  /// The speed through the water in meters per second, from the field in knots.
  @SparseDecimal public var speed: Double?
  /// The speed through the water in meters per second, from the field in kilometers per hour.
  @SparseDecimal public var speedFromKilometers: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 2, from: UInt8(ascii: "T"), text)
    fields.course(&_magneticHeading, places: 2, from: UInt8(ascii: "M"), text)
    fields.decimal(&_speed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.decimal(&_speedFromKilometers, scale: KilometersPerHour.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "K"), text)
  }
}

/// The longitudinal and transverse speeds, through the water and over ground.
///
/// ```
///        1   2   3 4   5   6 7   8 9   10
///        |   |   | |   |   | |   | |   |
/// $--VBW,x.x,x.x,A,x.x,x.x,A,x.x,A,x.x,A*hh
/// $IIVBW,11.0,02.0,A,07.0,01.0,A*47
/// ```
///
/// Fields 7 to 10, the stern speeds, came with NMEA 3.0.
/// Described at <https://gpsd.io/NMEA.html#_vbw_dual_groundwater_speed>.
public struct VBW: TalkerContent {
  public static var form: SentenceForm { SentenceForm("VBW", fewestFields: 6) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The speed through the water in meters per second, ahead positive.
  @SparseDecimal public var waterSpeed: Double?
  /// The transverse speed through the water in meters per second, positive to starboard.
  @SparseDecimal public var transverseWaterSpeed: Double?
  /// Whether the speeds through the water are valid.
  public var waterStatus: Status?
  /// The speed over ground in meters per second, ahead positive.
  @SparseDecimal public var groundSpeed: Double?
  /// The transverse speed over ground in meters per second, positive to starboard.
  @SparseDecimal public var transverseGroundSpeed: Double?
  /// Whether the speeds over ground are valid.
  public var groundStatus: Status?
  /// The transverse stern speed through the water in meters per second, positive to starboard.
  @SparseDecimal public var sternWaterSpeed: Double?
  /// Whether the stern speed through the water is valid.
  public var sternWaterStatus: Status?
  /// The transverse stern speed over ground in meters per second, positive to starboard.
  @SparseDecimal public var sternGroundSpeed: Double?
  /// Whether the stern speed over ground is valid.
  public var sternGroundStatus: Status?

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
