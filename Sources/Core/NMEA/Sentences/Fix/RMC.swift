/// The recommended minimum: time and date, position, speed and course.
///
/// ```
///        1         2 3       4 5        6 7   8   9      10  11 12 13
///        |         | |       | |        | |   |   |      |   |  |  |
/// $--RMC,hhmmss.ss,A,ddmm.mm,a,dddmm.mm,a,x.x,x.x,ddmmyy,x.x,a,m,s*hh
/// $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
/// ```
///
/// Field 12 came with NMEA 2.3, field 13 with 4.1.
/// Described at <https://gpsd.io/NMEA.html#_rmc_recommended_minimum_navigation_information>.
public struct RMC: TalkerContent {
  public static var form: SentenceForm { SentenceForm("RMC", fewestFields: 9) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// Whether the data is valid.
  public var status: Status?
  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The speed over ground in meters per second.
  @SparseDecimal public var speed: Double?
  /// The course over ground in degrees from true north.
  @SparseDecimal public var course: Double?
  /// The date, with a two-digit year.
  public var date: DayMonthYear?
  /// The magnetic variation in degrees, east positive.
  @SparseDecimal public var magneticVariation: Double?
  /// The positioning mode.
  public var mode: ModeIndicator?
  /// The navigational status; most receivers do not report it.
  public var navigationalStatus: NavigationalStatus?

  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.letter(&status, text)
    fields.position(&_latitude, &_longitude, text)
    fields.decimal(&_speed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.course(&_course, places: 2, text)
    fields.date(&date, text)
    fields.eastward(&_magneticVariation, places: 1, text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
    if fields.hasMore(since: .v4_1) { fields.letter(&navigationalStatus, text) }
  }
}
