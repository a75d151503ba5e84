// SkyTraq's reports from RTK receivers, which share a tag and have a number in field 1.

/// SkyTraq: the recommended minimum, with altitude and three-dimensional velocity.
///
/// ```
///       1   2          3 4            5 6             7 8     9    10   11   12     13 14  15
///       |   |          | |            | |             | |     |    |    |    |      |  |   |
/// $PSTI,030,hhmmss.sss,a,ddmm.mmmmmmm,a,dddmm.mmmmmmm,a,x.xxx,x.xx,x.xx,x.xx,ddmmyy,a ,x.x,x.x*hh
/// $PSTI,030,213121.000,A,4404.1295864,N,12118.8685453,W,1102.537,-0.01,0.01,0.03,070416,D,0.0,0.0*13
/// ```
///
/// Described in SkyTraq's "PX1172R" data sheet, "STI,030: Recommended Minimum 3D GNSS Data".
public struct PSTI030: VendorContent {
  public static var form: SentenceForm { SentenceForm("PSTI,030", fewestFields: 12) }
  public init() {}

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// Whether the data is valid.
  public var status: Status?
  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The altitude above mean sea level in meters.
  @SparseDecimal public var altitude: Double?
  /// The velocity to the east in meters per second.
  @SparseDecimal public var eastVelocity: Double?
  /// The velocity to the north in meters per second.
  @SparseDecimal public var northVelocity: Double?
  /// The upward velocity in meters per second.
  @SparseDecimal public var upVelocity: Double?
  /// The UTC date of the fix.
  public var date: DayMonthYear?
  /// The positioning mode.
  public var mode: ModeIndicator?
  /// The age of RTK corrections in seconds.
  @SparseDecimal public var correctionAge: Double?
  /// How much better the best RTK solution is than the second best, as a ratio; higher is more reliable.
  @SparseDecimal public var ambiguityRatio: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.letter(&status, text)
    fields.position(&_latitude, &_longitude, text)
    fields.decimal(&_altitude, places: 3, text)
    fields.decimal(&_eastVelocity, places: 3, text)
    fields.decimal(&_northVelocity, places: 3, text)
    fields.decimal(&_upVelocity, places: 3, text)
    fields.date(&date, text)
    fields.letter(&mode, text)
    fields.decimal(&_correctionAge, places: 3, text)
    fields.decimal(&_ambiguityRatio, places: 3, text)
  }
}

/// SkyTraq: the position of a receiver relative to its base station.
///
/// ```
///       1   2          3      4 5 6     7     8     9     10     11 12 13 14 15
///       |   |          |      | | |     |     |     |     |      |  |  |  |  |
/// $PSTI,032,hhmmss.sss,ddmmyy,a,a,x.xxx,x.xxx,x.xxx,x.xxx,xxx.xx,  ,  ,  ,  ,  *hh
/// $PSTI,032,033010.000,111219,A,R,-4.968,-10.817,-1.849,12.046,204.67,,,,,*39
/// ```
///
/// Fields 11 to 15 are reserved.
///
/// Described in SkyTraq's "PX1172R" data sheet, "STI,032: RTK Baseline Data".
public struct PSTI032: VendorContent {
  public static var form: SentenceForm { SentenceForm("PSTI,032", fewestFields: 9) }
  public init() {}

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The UTC date of the fix.
  public var date: DayMonthYear?
  /// Whether the data is valid.
  public var status: Status?
  /// Whether RTK is fixed or float.
  public var mode: ModeIndicator?
  /// The distance to the east in meters.
  @SparseDecimal public var east: Double?
  /// The distance to the north in meters.
  @SparseDecimal public var north: Double?
  /// The upward distance in meters.
  @SparseDecimal public var up: Double?
  /// The length of the baseline in meters.
  @SparseDecimal public var length: Double?
  /// The direction of the baseline in degrees from true north.
  @SparseDecimal public var course: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.date(&date, text)
    fields.letter(&status, text)
    fields.letter(&mode, text)
    fields.decimal(&_east, places: 3, text)
    fields.decimal(&_north, places: 3, text)
    fields.decimal(&_up, places: 3, text)
    fields.decimal(&_length, places: 3, text)
    fields.course(&_course, places: 2, text)
    for _ in 11...15 { fields.skip(text) }
  }
}
