/// How wrong the position may be: standard deviations of the pseudorange solution.
///
/// ```
///        1         2   3   4   5   6   7   8
///        |         |   |   |   |   |   |   |
/// $--GST,hhmmss.ss,x.x,x.x,x.x,x.x,x.x,x.x,x.x*hh
/// $GPGST,172814.0,0.006,0.023,0.020,273.6,0.023,0.020,0.031*6A
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_gst_gps_pseudorange_noise_statistics>.
public struct GST: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "GST"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 8
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Root mean square of the pseudorange residuals, meters.
  @SparseDecimal public var rangeResidual: Double?
  /// Semi-major axis of the error ellipse, meters.
  @SparseDecimal public var semiMajor: Double?
  /// Semi-minor axis of the error ellipse, meters.
  @SparseDecimal public var semiMinor: Double?
  /// Orientation of the semi-major axis, degrees from true north.
  @SparseDecimal public var orientation: Double?
  /// Standard deviation of the latitude, meters.
  @SparseDecimal public var latitudeDeviation: Double?
  /// Standard deviation of the longitude, meters.
  @SparseDecimal public var longitudeDeviation: Double?
  /// Standard deviation of the altitude, meters.
  @SparseDecimal public var altitudeDeviation: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.decimal(&_rangeResidual, places: 3, text)
    fields.decimal(&_semiMajor, places: 3, text)
    fields.decimal(&_semiMinor, places: 3, text)
    fields.decimal(&_orientation, places: 1, text)
    fields.decimal(&_latitudeDeviation, places: 3, text)
    fields.decimal(&_longitudeDeviation, places: 3, text)
    fields.decimal(&_altitudeDeviation, places: 3, text)
  }
}
