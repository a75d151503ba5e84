/// A waypoint and where it is.
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
  /// The three letters behind the talker.
  public static let formatter: StaticString = "WPL"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 5
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The name of the waypoint.
  public var waypoint = FieldText()

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
    fields.text(&waypoint, text)
  }
}
