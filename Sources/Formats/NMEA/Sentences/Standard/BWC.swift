/// The way to a waypoint on the great circle.
///
/// ```
///        1         2       3 4        5 6   7 8   9 10  11 12 13
///        |         |       | |        | |   | |   | |   |  |  |
/// $--BWC,hhmmss.ss,ddmm.mm,a,dddmm.mm,a,x.x,T,x.x,M,x.x,N,cc,m*hh
/// $GPBWC,220516,5130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,N,EGLM*21
/// ```
///
/// Field 13 came with NMEA 2.3.
/// Described at <https://gpsd.io/NMEA.html#_bwc_bearing_distance_to_waypoint_great_circle>.
public struct BWC: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "BWC"
  /// A sentence with fewer fields is refused; the mode came with NMEA 2.3.
  public static let fewestFields = 12
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Latitude of the waypoint in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude of the waypoint in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// Bearing of the waypoint in degrees from true north.
  @SparseDecimal public var bearing: Double?
  /// Bearing of the waypoint in degrees from magnetic north.
  @SparseDecimal public var magneticBearing: Double?
  /// Distance to the waypoint in meters.
  @SparseDecimal public var distance: Double?
  /// The name of the waypoint.
  public var waypoint = FieldText()
  /// How the position was found.
  public var mode: ModeIndicator?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
    fields.course(&_bearing, places: 2, text)
    fields.unit(UInt8(ascii: "T"), text)
    fields.course(&_magneticBearing, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_distance, scale: NauticalMiles.inMeters, places: 4, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.text(&waypoint, text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }
}
