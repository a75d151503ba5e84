/// The fix: time, position, quality, altitude.
///
/// ```
///        1         2       3 4        5 6 7  8   9    10 11  12 13  14
///        |         |       | |        | | |  |   |    |  |   |  |   |
/// $--GGA,hhmmss.ss,ddmm.mm,a,dddmm.mm,a,x,xx,x.x,x.x,M,x.x,M,x.x,xxxx*hh
/// $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_gga_global_positioning_system_fix_data>.
public struct GGA: TalkerContent {
  public static var form: SentenceForm { SentenceForm("GGA", fewestFields: 10) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The quality of the fix; 0 without a fix.
  @SparseCode public var quality: Quality?
  /// The number of satellites in use.
  ///
  /// Some receivers never send it.
  @SparseInteger<Int16> public var satellitesUsed: Int?
  /// The horizontal dilution of precision.
  @SparseDecimal public var horizontalDilution: Double?
  /// The altitude above mean sea level in meters.
  @SparseDecimal public var altitude: Double?
  /// The height of the geoid above the ellipsoid in meters.
  @SparseDecimal public var geoidSeparation: Double?
  /// The age of differential corrections in seconds.
  @SparseDecimal public var differentialAge: Double?
  /// The ID of the differential reference station, 0 to 4095.
  @SparseInteger<Int16> public var differentialStation: Int?

  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.position(&_latitude, &_longitude, text)
    fields.integer(&_quality.number, in: 0...255, text)
    fields.integer(&_satellitesUsed, width: 2, text)
    fields.decimal(&_horizontalDilution, places: 2, text)
    fields.decimal(&_altitude, places: 3, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_geoidSeparation, places: 3, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_differentialAge, text)
    fields.integer(&_differentialStation, width: 4, text)
  }

  /// The quality of a fix, as a number.
  ///
  /// Numbers above 8 keep their value and are not interpreted.
  public struct Quality: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: no fix.
    public static let none = Quality(rawValue: 0)
    /// 1: autonomous.
    public static let autonomous = Quality(rawValue: 1)
    /// 2: differential.
    public static let differential = Quality(rawValue: 2)
    /// 3: precise positioning service.
    public static let precise = Quality(rawValue: 3)
    /// 4: RTK, fixed.
    public static let rtkFixed = Quality(rawValue: 4)
    /// 5: RTK, float.
    public static let rtkFloat = Quality(rawValue: 5)
    /// 6: dead reckoning.
    public static let deadReckoning = Quality(rawValue: 6)
    /// 7: manual input.
    public static let manual = Quality(rawValue: 7)
    /// 8: simulator.
    public static let simulator = Quality(rawValue: 8)
  }
}
