/// The way to a waypoint on the rhumb line, the line of constant bearing.
///
/// ```
///        1         2       3 4        5 6   7 8   9 10  11 12 13
///        |         |       | |        | |   | |   | |   |  |  |
/// $--BWR,hhmmss.ss,ddmm.mm,a,dddmm.mm,a,x.x,T,x.x,M,x.x,N,cc,m*hh
/// $GPBWR,225444,4917.24,N,12309.57,W,051.9,T,031.6,M,001.3,N,004*38
/// ```
///
/// Field 13 came with NMEA 2.3.
/// Described at <https://gpsd.io/NMEA.html#_bwr_bearing_and_distance_to_waypoint_rhumb_line>.
public struct BWR: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "BWR"
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
