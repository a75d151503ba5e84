/// Everything about the fix in one sentence of u-blox: position, speed, accuracy.
///
/// ```
///         1  2         3          4 5           6 7       8  9    10   11    12     13     14 15   16   17   18 19 20
///         |  |         |          | |           | |       |  |    |    |     |      |      |  |    |    |    |  |  |
/// $PUBX,00,hhmmss.ss,ddmm.mmmmm,a,dddmm.mmmmm,a,x.xxx,cc,x.xx,x.xx,x.xxx,xxx.xx,x.xxx,xx,x.xx,x.xx,x.xx,xx,xx,xx*hh
/// $PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0*5F
/// ```
///
/// Described in u-blox's receiver descriptions, "UBX,00 Lat/Long Position Data".
public struct PUBX00: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PUBX,00"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 18

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// Meters above the ellipsoid.
  @SparseDecimal public var ellipsoidalAltitude: Double?
  /// `NF`, `DR`, `G2`, `G3`, `D2`, `D3`, `RK` or `TT`.
  public var navigationStatus = FieldText()
  /// Horizontal accuracy estimate, meters, one standard deviation.
  @SparseDecimal public var horizontalAccuracy: Double?
  /// Vertical accuracy estimate, meters, one standard deviation.
  @SparseDecimal public var verticalAccuracy: Double?
  /// Speed over ground in meters per second.
  @SparseDecimal public var speed: Double?
  /// Course over ground in degrees from true north.
  @SparseDecimal public var course: Double?
  /// Meters per second, down positive, as the receiver says it.
  @SparseDecimal public var verticalVelocity: Double?
  /// Seconds since the last differential correction.
  @SparseDecimal public var differentialAge: Double?
  /// Dilution of precision, horizontal.
  @SparseDecimal public var horizontalDilution: Double?
  /// Dilution of precision, vertical.
  @SparseDecimal public var verticalDilution: Double?
  /// Dilution of precision of the time.
  @SparseDecimal public var timeDilution: Double?
  /// Satellites in use.
  @SparseInteger<Int16> public var satellitesUsed: Int?
  /// Always zero.
  @SparseInteger<Int16> public var reserved: Int?
  /// Whether dead reckoning is used.
  @SparseInteger<Int16> public var deadReckoning: Int?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
    fields.decimal(&_ellipsoidalAltitude, places: 3, text)
    fields.text(&navigationStatus, text)
    fields.decimal(&_horizontalAccuracy, places: 2, text)
    fields.decimal(&_verticalAccuracy, places: 2, text)
    fields.decimal(&_speed, scale: KilometersPerHour.inMetersPerSecond, places: 3, text)
    fields.course(&_course, places: 2, text)
    fields.decimal(&_verticalVelocity, places: 3, text)
    fields.decimal(&_differentialAge, text)
    fields.decimal(&_horizontalDilution, places: 2, text)
    fields.decimal(&_verticalDilution, places: 2, text)
    fields.decimal(&_timeDilution, places: 2, text)
    fields.integer(&_satellitesUsed, text)
    fields.integer(&_reserved, text)
    fields.integer(&_deadReckoning, text)
  }
}
