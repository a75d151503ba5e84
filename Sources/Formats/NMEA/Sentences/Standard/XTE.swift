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
