/// The position and its time.
///
/// ```
///        1       2 3        4 5         6 7
///        |       | |        | |         | |
/// $--GLL,ddmm.mm,a,dddmm.mm,a,hhmmss.ss,A,m*hh
/// $GPGLL,4916.45,N,12311.12,W,225444,A*31
/// ```
///
/// Old receivers stop after the fourth field; field 7 came with NMEA 2.3.
/// Described at <https://gpsd.io/NMEA.html#_gll_geographic_position_latitudelongitude>.
public struct GLL: TalkerContent {
  /// The form of a valid sentence; the time came with NMEA 2.0, the mode with 2.3.
  public static var form: SentenceForm { SentenceForm("GLL", fewestFields: 4) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// Whether the data is valid.
  public var status: Status?
  /// The positioning mode.
  public var mode: ModeIndicator?

  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.position(&_latitude, &_longitude, text)
    if fields.hasMore(since: .v2_0) { fields.time(&time, text) }
    if fields.hasMore(since: .v2_0) { fields.letter(&status, text) }
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }
}
