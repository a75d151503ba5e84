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
