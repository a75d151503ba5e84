// Waypoints and their positions, routes, and bearings and distances to waypoints.

/// A waypoint and its position.
///
/// ```
///        1       2 3        4 5
///        |       | |        | |
/// $--WPL,ddmm.mm,a,dddmm.mm,a,c--c*hh
/// $GPWPL,4917.16,N,12310.64,W,003*65
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_wpl_waypoint_location>.
public struct WPL: TalkerContent {
  public static var form: SentenceForm { SentenceForm("WPL", fewestFields: 5) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The name of the waypoint.
  public var waypoint = FieldText()

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.position(&_latitude, &_longitude, text)
    fields.text(&waypoint, text)
  }
}

/// The waypoints of a route, as many as fit into one sentence.
///
/// ```
///        1  2  3 4    5        n
///        |  |  | |    |        |
/// $--RTE,xx,xx,a,c--c,c--c,…,c--c*hh
/// $GPRTE,2,1,c,0,PBRCPK,PBRTO,PTELGR,PPLAND,PYAMBU,PPFAIR,PWARRN,PMORTL,PLISMR*73
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_rte_routes>.
public struct RTE: TalkerContent {
  public static var form: SentenceForm { SentenceForm("RTE", fewestFields: 4) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The number of sentences for this route.
  @SparseInteger<Int16> public var total: Int?
  /// The number of this sentence, from 1.
  @SparseInteger<Int16> public var number: Int?
  /// The selection of waypoints: the complete or the working route.
  public var mode: Mode?
  /// The name of the route.
  public var route = FieldText()
  /// The names of the waypoints, in order.
  public var waypoints: [FieldText] = []

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_total, text)
    fields.integer(&_number, text)
    fields.letter(&mode, text)
    fields.text(&route, text)
    if let remaining = fields.remaining {
      waypoints = Array(repeating: FieldText(), count: max(remaining, 0))
    }
    for index in waypoints.indices { fields.text(&waypoints[index], text) }
  }

  /// The selection of waypoints in a route.
  public struct Mode: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `c`: the complete route.
    public static let complete = Mode(rawValue: UInt8(ascii: "c"))
    /// `w`: the working route, from the waypoint just left.
    public static let working = Mode(rawValue: UInt8(ascii: "w"))
  }
}

/// The bearing from one waypoint to the next.
///
/// ```
///        1   2 3   4 5    6
///        |   | |   | |    |
/// $--BOD,x.x,T,x.x,M,c--c,c--c*hh
/// $GPBOD,097.0,T,103.2,M,POINTB,POINTA*4A
/// ```
///
/// Without a route, the origin is empty, and the bearing is the one when the destination was selected.
/// Described at <https://gpsd.io/NMEA.html#_bod_bearing_waypoint_to_waypoint>.
public struct BOD: TalkerContent {
  /// The form of a valid sentence; the origin came with NMEA 2.0.
  public static var form: SentenceForm { SentenceForm("BOD", fewestFields: 5) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The bearing in degrees from true north.
  @SparseDecimal public var bearing: Double?
  /// The bearing in degrees from magnetic north.
  @SparseDecimal public var magneticBearing: Double?
  /// The name of the destination waypoint.
  public var destination = FieldText()
  /// The name of the origin waypoint.
  public var origin = FieldText()

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_bearing, places: 2, from: UInt8(ascii: "T"), text)
    fields.course(&_magneticBearing, places: 2, from: UInt8(ascii: "M"), text)
    fields.text(&destination, text)
    if fields.hasMore(since: .v2_0) { fields.text(&origin, text) }
  }
}

/// The bearing and distance to a waypoint on the great circle.
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
public typealias BWC = WaypointBearing<GreatCircle>

/// The bearing and distance to a waypoint on the rhumb line, the line of constant bearing.
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
public typealias BWR = WaypointBearing<RhumbLine>

/// A line from here to a waypoint.
public protocol WaypointLine {
  /// The name of its sentence, and the fewest fields of a valid one; the mode came with NMEA 2.3.
  static var form: SentenceForm { get }
}

/// The shortest line.
public enum GreatCircle: WaypointLine {
  public static var form: SentenceForm { SentenceForm("BWC", fewestFields: 12) }
}

/// The line of constant bearing.
public enum RhumbLine: WaypointLine {
  public static var form: SentenceForm { SentenceForm("BWR", fewestFields: 12) }
}

/// The bearing and distance to a waypoint, as in ``BWC`` and ``BWR``.
public struct WaypointBearing<Line: WaypointLine>: TalkerContent {
  public static var form: SentenceForm { Line.form }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The latitude of the waypoint in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude of the waypoint in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The bearing of the waypoint in degrees from true north.
  @SparseDecimal public var bearing: Double?
  /// The bearing of the waypoint in degrees from magnetic north.
  @SparseDecimal public var magneticBearing: Double?
  /// The distance to the waypoint in meters.
  @SparseDecimal public var distance: Double?
  /// The name of the waypoint.
  public var waypoint = FieldText()
  /// The positioning mode.
  public var mode: ModeIndicator?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.position(&_latitude, &_longitude, text)
    fields.course(&_bearing, places: 2, from: UInt8(ascii: "T"), text)
    fields.course(&_magneticBearing, places: 2, from: UInt8(ascii: "M"), text)
    fields.decimal(&_distance, scale: NauticalMiles.inMeters, places: 4, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.text(&waypoint, text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }
}
