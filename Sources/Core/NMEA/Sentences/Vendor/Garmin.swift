// Garmin's fix reports: the complete fix, and data that standard sentences lack.

/// Garmin: the complete fix in one sentence.
///
/// ```
///        1    2      3      4      5  6         7 8          9 10 11 12  13  14 15
///        |    |      |      |      |  |         | |          | |  |  |   |   |  |
/// $PGRMF,xxxx,xxxxxx,ddmmyy,hhmmss,xx,ddmm.mmmm,a,dddmm.mmmm,a,a ,x ,xxx,xxx,x ,x *hh
/// $PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,0,226,2,1*11
/// ```
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMF: VendorContent {
  public static var form: SentenceForm { SentenceForm("PGRMF", fewestFields: 13) }
  public init() {}

  /// The GPS week, modulo 1024.
  @SparseInteger<Int16> public var week: Int?
  /// The seconds since the start of the week, in GPS time.
  @SparseInteger<Int32> public var secondsOfWeek: Int?
  /// The UTC date of the fix.
  public var date: DayMonthYear?
  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The offset between GPS time and UTC in seconds.
  @SparseInteger<Int16> public var leapSeconds: Int?
  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The selection of 2D or 3D.
  public var selection: GSA.Selection?
  /// The type of fix; 0 without a fix.
  @SparseCode public var fixType: FixType?
  /// The speed over ground in meters per second; sent in whole kilometers per hour.
  @SparseDecimal public var speed: Double?
  /// The course over ground in degrees from true north; sent in whole degrees.
  @SparseDecimal public var course: Double?
  /// The position dilution of precision; sent as an integer.
  @SparseDecimal public var positionDilution: Double?
  /// The time dilution of precision; sent as an integer.
  @SparseDecimal public var timeDilution: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_week, text)
    fields.integer(&_secondsOfWeek, text)
    fields.date(&date, text)
    fields.time(&time, text)
    fields.integer(&_leapSeconds, text)
    fields.position(&_latitude, &_longitude, text)
    fields.letter(&selection, text)
    fields.integer(&_fixType.number, in: 0...255, text)
    fields.decimal(&_speed, scale: KilometersPerHour.inMetersPerSecond, places: 0, text)
    fields.course(&_course, places: 0, text)
    fields.decimal(&_positionDilution, places: 0, text)
    fields.decimal(&_timeDilution, places: 0, text)
  }

  /// The type of a fix.
  ///
  /// Unlisted numbers keep their value.
  public struct FixType: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: no fix.
    public static let none = FixType(rawValue: 0)
    /// 1: two-dimensional.
    public static let twoDimensional = FixType(rawValue: 1)
    /// 2: three-dimensional.
    public static let threeDimensional = FixType(rawValue: 2)
  }
}

/// Garmin: the estimated errors of a fix.
///
/// ```
///        1   2 3   4 5   6
///        |   | |   | |   |
/// $PGRME,x.x,M,x.x,M,x.x,M*hh
/// $PGRME,15.0,M,22.5,M,27.0,M*1A
/// ```
///
/// The errors are 50 % values, so they are smaller than a standard deviation.
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRME: VendorContent {
  public static var form: SentenceForm { SentenceForm("PGRME", fewestFields: 5) }
  public init() {}

  /// The horizontal error in meters.
  @SparseDecimal public var horizontalError: Double?
  /// The vertical error in meters.
  @SparseDecimal public var verticalError: Double?
  /// The three-dimensional position error in meters.
  @SparseDecimal public var positionError: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_horizontalError, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_verticalError, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_positionError, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
  }
}

/// Garmin: the map datum of positions.
///
/// ```
///        1
///        |
/// $PGRMM,c…c*hh
/// $PGRMM,WGS 84*06
/// ```
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMM: VendorContent {
  public static var form: SentenceForm { SentenceForm("PGRMM", fewestFields: 1) }
  public init() {}

  /// The name of the datum, such as `WGS 84`.
  public var datum = FieldText()

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&datum, text)
  }
}

/// Garmin: the velocity east, north and up.
///
/// ```
///        1   2   3
///        |   |   |
/// $PGRMV,x.x,x.x,x.x*hh
/// $PGRMV,0.0,0.0,-0.1*70
/// ```
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMV: VendorContent {
  public static var form: SentenceForm { SentenceForm("PGRMV", fewestFields: 3) }
  public init() {}

  /// The velocity to the east in meters per second.
  @SparseDecimal public var eastVelocity: Double?
  /// The velocity to the north in meters per second.
  @SparseDecimal public var northVelocity: Double?
  /// The upward velocity in meters per second.
  @SparseDecimal public var upVelocity: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_eastVelocity, places: 2, text)
    fields.decimal(&_northVelocity, places: 2, text)
    fields.decimal(&_upVelocity, places: 2, text)
  }
}

/// The pressure altitude in whole feet.
///
/// ```
///        1   2 3
///        |   | |
/// $PGRMZ,x…x,f,x*hh
/// $PGRMZ,246,f,3*1B
/// ```
///
/// Flight instruments and collision avoidance devices send it from their barometer, some with a capital `F`.
/// It differs from the altitude above mean sea level with the weather, typically by 100 m.
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMZ: VendorContent {
  public static var form: SentenceForm { SentenceForm("PGRMZ", fewestFields: 2) }
  public init() {}

  /// The pressure altitude in meters; sent in whole feet.
  @SparseDecimal public var altitude: Double?
  /// The type of fix; many instruments always send the same number.
  @SparseInteger<Int16> public var dimensions: Int?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_altitude, scale: Feet.inMeters, places: 0, text)
    fields.unit(UInt8(ascii: "f"), or: UInt8(ascii: "F"), text)
    fields.integer(&_dimensions, text)
  }
}
