// The way to the next waypoint, as an autopilot needs it: off the track by how much, and where to steer.

/// Guidance for an autopilot: how to steer to a waypoint.
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
  /// The three letters behind the talker.
  public static let formatter: StaticString = "APB"
  /// A sentence with fewer fields is refused; the mode came with NMEA 2.3.
  public static let fewestFields = 14
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Whether the receiver vouches for the rest.
  public var status: Status?
  /// The cycle lock of a Loran receiver; others always say it is valid.
  public var cycleLock: Status?
  /// Meters beside the track: positive, steer right to come back; negative, steer left.
  @SparseDecimal public var crossTrackError: Double?
  /// Whether the arrival circle is entered.
  public var arrival: ArrivalStatus?
  /// Whether the perpendicular at the waypoint is passed.
  public var perpendicular: ArrivalStatus?
  /// Bearing of the destination from the origin, degrees.
  @SparseDecimal public var legBearing: Double?
  /// The north that it counts from.
  public var legReference: NorthReference?
  /// The name of the waypoint ahead.
  public var destination = FieldText()
  /// Bearing of the destination from here, degrees.
  @SparseDecimal public var bearing: Double?
  /// The north that it counts from.
  public var bearingReference: NorthReference?
  /// Heading to steer, degrees.
  @SparseDecimal public var heading: Double?
  /// The north that it counts from.
  public var headingReference: NorthReference?
  /// How the position was found.
  public var mode: ModeIndicator?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.letter(&status, text)
    fields.letter(&cycleLock, text)
    fields.signed(
      &_crossTrackError, positive: UInt8(ascii: "R"), negative: UInt8(ascii: "L"),
      scale: NauticalMiles.inMeters, places: 4, text
    )
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

/// The recommended minimum on the way to a waypoint.
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
  /// The three letters behind the talker.
  public static let formatter: StaticString = "RMB"
  /// A sentence with fewer fields is refused; the mode came with NMEA 2.3.
  public static let fewestFields = 13
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Whether the receiver vouches for the rest.
  public var status: Status?
  /// Meters beside the track: positive, steer right to come back; negative, steer left.
  @SparseDecimal public var crossTrackError: Double?
  /// The name of the waypoint behind.
  public var origin = FieldText()
  /// The name of the waypoint ahead.
  public var destination = FieldText()
  /// Latitude of the destination in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude of the destination in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// Distance to the destination in meters.
  @SparseDecimal public var distance: Double?
  /// Bearing of the destination in degrees from true north.
  @SparseDecimal public var bearing: Double?
  /// Speed towards the destination in meters per second.
  @SparseDecimal public var closingSpeed: Double?
  /// Whether the destination is reached.
  public var arrival: ArrivalStatus?
  /// How the position was found.
  public var mode: ModeIndicator?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.letter(&status, text)
    fields.signed(
      &_crossTrackError, positive: UInt8(ascii: "R"), negative: UInt8(ascii: "L"),
      scale: NauticalMiles.inMeters, places: 4, text
    )
    fields.text(&origin, text)
    fields.text(&destination, text)
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
    fields.decimal(&_distance, scale: NauticalMiles.inMeters, places: 4, text)
    fields.course(&_bearing, places: 2, text)
    fields.decimal(&_closingSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&arrival, text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }
}

/// How far beside the track the ship is.
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
  /// The three letters behind the talker.
  public static let formatter: StaticString = "XTE"
  /// A sentence with fewer fields is refused; the mode came with NMEA 2.3.
  public static let fewestFields = 5
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Whether the receiver vouches for the rest.
  public var status: Status?
  /// The cycle lock of a Loran receiver; others always say it is valid.
  public var cycleLock: Status?
  /// Meters beside the track: positive, steer right to come back; negative, steer left.
  @SparseDecimal public var crossTrackError: Double?
  /// How the position was found.
  public var mode: ModeIndicator?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.letter(&status, text)
    fields.letter(&cycleLock, text)
    fields.signed(
      &_crossTrackError, positive: UInt8(ascii: "R"), negative: UInt8(ascii: "L"),
      scale: NauticalMiles.inMeters, places: 4, text
    )
    fields.unit(UInt8(ascii: "N"), text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }
}
