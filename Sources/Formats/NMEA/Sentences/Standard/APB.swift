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
