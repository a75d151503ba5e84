/// The bearing from one waypoint to the next.
///
/// ```
///        1   2 3   4 5    6
///        |   | |   | |    |
/// $--BOD,x.x,T,x.x,M,c--c,c--c*hh
/// $GPBOD,097.0,T,103.2,M,POINTB,POINTA*4A
/// ```
///
/// Without a route, the origin is empty, and the bearing is that of the moment when the destination was chosen.
/// Described at <https://gpsd.io/NMEA.html#_bod_bearing_waypoint_to_waypoint>.
public struct BOD: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "BOD"
  /// A sentence with fewer fields is refused; the origin came with NMEA 2.0.
  public static let fewestFields = 5
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Bearing in degrees from true north.
  @SparseDecimal public var bearing: Double?
  /// Bearing in degrees from magnetic north.
  @SparseDecimal public var magneticBearing: Double?
  /// The name of the waypoint ahead.
  public var destination = FieldText()
  /// The name of the waypoint behind.
  public var origin = FieldText()

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_bearing, places: 2, text)
    fields.unit(UInt8(ascii: "T"), text)
    fields.course(&_magneticBearing, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.text(&destination, text)
    if fields.hasMore(since: .v2_0) { fields.text(&origin, text) }
  }
}
