/// The fix of a receiver for several constellations, with a mode letter for each.
///
/// ```
///        1         2       3 4        5 6    7  8   9   10  11  12   13
///        |         |       | |        | |    |  |   |   |   |   |    |
/// $--GNS,hhmmss.ss,ddmm.mm,a,dddmm.mm,a,m--m,xx,x.x,x.x,x.x,x.x,xxxx,s*hh
/// $GNGNS,103600.01,5114.51176,N,00012.29380,W,ANNN,07,1.18,111.5,45.6,,,V*00
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_gns_fix_data>.
public struct GNS: TalkerContent {
  /// The form of a valid sentence; the navigational status came with NMEA 4.1.
  public static var form: SentenceForm { SentenceForm("GNS", fewestFields: 10) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The mode for each constellation: GPS, GLONASS, Galileo, BeiDou, QZSS, NavIC.
  public var modes = ModeList()
  /// The number of satellites in use.
  @SparseInteger<Int16> public var satellitesUsed: Int?
  /// The horizontal dilution of precision.
  @SparseDecimal public var horizontalDilution: Double?
  /// The altitude above mean sea level in meters.
  @SparseDecimal public var altitude: Double?
  /// The height of the geoid above the ellipsoid in meters.
  @SparseDecimal public var geoidSeparation: Double?
  /// The age of differential corrections in seconds.
  @SparseDecimal public var differentialAge: Double?
  /// The ID of the differential reference station.
  @SparseInteger<Int16> public var differentialStation: Int?
  /// The navigational status; most receivers do not report it.
  public var navigationalStatus: NavigationalStatus?

  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.position(&_latitude, &_longitude, text)
    fields.letters(&modes, text)
    fields.integer(&_satellitesUsed, width: 2, text)
    fields.decimal(&_horizontalDilution, places: 2, text)
    fields.decimal(&_altitude, places: 3, text)
    fields.decimal(&_geoidSeparation, places: 3, text)
    fields.decimal(&_differentialAge, text)
    fields.integer(&_differentialStation, width: 4, text)
    if fields.hasMore(since: .v4_1) { fields.letter(&navigationalStatus, text) }
  }
}
