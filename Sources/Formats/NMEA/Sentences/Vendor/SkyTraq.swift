// SkyTraq's reports of RTK receivers, which share one tag and have a number in field 1.

/// The recommended minimum of SkyTraq, with altitude and the velocity in space.
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
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PSTI,030"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 12

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Whether the receiver vouches for it.
  public var status: Status?
  /// Latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// Meters above mean sea level.
  @SparseDecimal public var altitude: Double?
  /// Meters per second to the east.
  @SparseDecimal public var eastVelocity: Double?
  /// Meters per second to the north.
  @SparseDecimal public var northVelocity: Double?
  /// Meters per second upwards.
  @SparseDecimal public var upVelocity: Double?
  /// Date of the fix, UTC.
  public var date: DayMonthYear?
  /// How the position was found.
  public var mode: ModeIndicator?
  /// Seconds since the last RTK correction.
  @SparseDecimal public var correctionAge: Double?
  /// How much better the best RTK solution is than the next; the larger, the surer.
  @SparseDecimal public var ambiguityRatio: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.letter(&status, text)
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
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

/// The position of a SkyTraq receiver relative to the station whose corrections it uses.
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
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PSTI,032"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 9

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Date of the fix, UTC.
  public var date: DayMonthYear?
  /// Whether the receiver vouches for it.
  public var status: Status?
  /// Whether RTK is fixed or float.
  public var mode: ModeIndicator?
  /// Meters to the east.
  @SparseDecimal public var east: Double?
  /// Meters to the north.
  @SparseDecimal public var north: Double?
  /// Meters upwards.
  @SparseDecimal public var up: Double?
  /// Meters from the station.
  @SparseDecimal public var length: Double?
  /// Direction in degrees from true north.
  @SparseDecimal public var course: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
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
