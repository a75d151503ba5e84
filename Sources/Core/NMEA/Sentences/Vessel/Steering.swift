// Navigation to the next waypoint, for autopilots: the cross-track error and the heading to steer.

/// Guidance for an autopilot to a waypoint.
///
/// ```
///        1 2 3   4 5 6 7 8   9 10   11  12 13 14 15
///        | | |   | | | | |   | |    |   |  |   | |
/// $--APB,A,A,x.x,a,N,A,A,x.x,a,c--c,x.x,a,x.x,a,m*hh
/// $GPAPB,A,A,0.10,R,N,V,V,011,M,DEST,011,M,011,M*3C
/// ```
///
/// Field 15 came with NMEA 2.3.
/// Described at <https://gpsd.io/NMEA.html#_apb_autopilot_sentence_b>.
public struct APB: TalkerContent {
  public static var form: SentenceForm { SentenceForm("APB", fewestFields: 14) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// Whether the data is valid.
  public var status: Status?
  /// The cycle lock of a Loran receiver; other receivers always send valid.
  public var cycleLock: Status?
  /// The cross-track error in meters: positive to steer right, negative to steer left.
  @SparseDecimal public var crossTrackError: Double?
  /// Whether the ship has entered the arrival circle.
  public var arrival: ArrivalStatus?
  /// Whether the ship has passed the perpendicular at the waypoint.
  public var perpendicular: ArrivalStatus?
  /// The bearing of the destination from the origin, in degrees.
  @SparseDecimal public var legBearing: Double?
  /// The reference of the angle.
  public var legReference: NorthReference?
  /// The name of the destination waypoint.
  public var destination = FieldText()
  /// The bearing of the destination from the ship, in degrees.
  @SparseDecimal public var bearing: Double?
  /// The reference of the angle.
  public var bearingReference: NorthReference?
  /// The heading to steer, in degrees.
  @SparseDecimal public var heading: Double?
  /// The reference of the angle.
  public var headingReference: NorthReference?
  /// The positioning mode.
  public var mode: ModeIndicator?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.letter(&status, text)
    fields.letter(&cycleLock, text)
    fields.crossTrack(&_crossTrackError, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.letter(&arrival, text)
    fields.letter(&perpendicular, text)
    fields.course(&_legBearing, places: 2, text)
    fields.letter(&legReference, text)
    fields.text(&destination, text)
    fields.course(&_bearing, places: 2, text)
    fields.letter(&bearingReference, text)
    fields.course(&_heading, places: 2, text)
    fields.letter(&headingReference, text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }
}

/// The recommended minimum for navigation to a waypoint.
///
/// ```
///        1 2   3 4    5    6       7 8        9 10  11  12  13 14
///        | |   | |    |    |       | |        | |   |   |   |  |
/// $--RMB,A,x.x,a,c--c,c--c,ddmm.mm,a,dddmm.mm,a,x.x,x.x,x.x,A,m*hh
/// $GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,001.3,052.5,000.5,V*20
/// ```
///
/// Field 14 came with NMEA 2.3.
/// Described at <https://gpsd.io/NMEA.html#_rmb_recommended_minimum_navigation_information>.
public struct RMB: TalkerContent {
  public static var form: SentenceForm { SentenceForm("RMB", fewestFields: 13) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// Whether the data is valid.
  public var status: Status?
  /// The cross-track error in meters: positive to steer right, negative to steer left.
  @SparseDecimal public var crossTrackError: Double?
  /// The name of the origin waypoint.
  public var origin = FieldText()
  /// The name of the destination waypoint.
  public var destination = FieldText()
  /// The latitude of the destination in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude of the destination in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The distance to the destination in meters.
  @SparseDecimal public var distance: Double?
  /// The bearing of the destination in degrees from true north.
  @SparseDecimal public var bearing: Double?
  /// The speed toward the destination in meters per second.
  @SparseDecimal public var closingSpeed: Double?
  /// Whether the ship has reached the destination.
  public var arrival: ArrivalStatus?
  /// The positioning mode.
  public var mode: ModeIndicator?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.letter(&status, text)
    fields.crossTrack(&_crossTrackError, text)
    fields.text(&origin, text)
    fields.text(&destination, text)
    fields.position(&_latitude, &_longitude, text)
    fields.decimal(&_distance, scale: NauticalMiles.inMeters, places: 4, text)
    fields.course(&_bearing, places: 2, text)
    fields.decimal(&_closingSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&arrival, text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }
}

/// The cross-track error.
///
/// ```
///        1 2 3   4 5 6
///        | | |   | | |
/// $--XTE,A,A,x.x,a,N,m*hh
/// $GPXTE,A,A,0.67,L,N*6F
/// ```
///
/// Field 6 came with NMEA 2.3.
/// Described at <https://gpsd.io/NMEA.html#_xte_cross_track_error_measured>.
public struct XTE: TalkerContent {
  public static var form: SentenceForm { SentenceForm("XTE", fewestFields: 5) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// Whether the data is valid.
  public var status: Status?
  /// The cycle lock of a Loran receiver; other receivers always send valid.
  public var cycleLock: Status?
  /// The cross-track error in meters: positive to steer right, negative to steer left.
  @SparseDecimal public var crossTrackError: Double?
  /// The positioning mode.
  public var mode: ModeIndicator?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.letter(&status, text)
    fields.letter(&cycleLock, text)
    fields.crossTrack(&_crossTrackError, text)
    fields.unit(UInt8(ascii: "N"), text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }
}
