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
  /// Fewer fields than this, and the sentence is refused.
  public static let fewestFields = 5
  /// Who speaks.
  public var talker: Talker

  /// Latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The name of the waypoint.
  public var waypoint = FieldText()

  /// Makes a sentence that says nothing yet.
  public init(talker: Talker) { self.talker = talker }

  /// Leads a visitor over the fields, in their order.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
    fields.text(&waypoint, text)
  }
}
