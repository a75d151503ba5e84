/// Which satellite is probably wrong, and how wrong the position may be.
///
/// ```
///        1         2   3   4   5  6   7   8   9 10
///        |         |   |   |   |  |   |   |   | |
/// $--GBS,hhmmss.ss,x.x,x.x,x.x,xx,x.x,x.x,x.x,h,h*hh
/// $GPGBS,235458.00,1.4,1.3,3.1,03,,-21.4,3.8,1,0*5A
/// ```
///
/// Fields 9 and 10, system and signal, came with NMEA 4.10.
/// Described at <https://gpsd.io/NMEA.html#_gbs_gps_satellite_fault_detection>.
public struct GBS: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "GBS"
  /// A sentence with fewer fields is refused; system and signal came with NMEA 4.10.
  public static let fewestFields = 8
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Expected error of the latitude, meters, one standard deviation.
  @SparseDecimal public var latitudeError: Double?
  /// Expected error of the longitude, meters, one standard deviation.
  @SparseDecimal public var longitudeError: Double?
  /// Expected error of the altitude, meters, one standard deviation.
  @SparseDecimal public var altitudeError: Double?
  /// The satellite that has most likely failed, as the receiver numbers it.
  @SparseInteger<Int16> public var failedSatellite: Int?
  /// Probability that the failure of that satellite is overlooked.
  @SparseDecimal public var missProbability: Double?
  /// Estimated bias of that satellite, meters.
  @SparseDecimal public var bias: Double?
  /// Standard deviation of the bias, meters.
  @SparseDecimal public var biasDeviation: Double?
  /// The system that the satellite belongs to, 1 GPS to 6 NavIC.
  @SparseInteger<Int16> public var system: Int?
  /// The signal, as NMEA numbers those of the system.
  @SparseInteger<Int16> public var signal: Int?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.decimal(&_latitudeError, places: 3, text)
    fields.decimal(&_longitudeError, places: 3, text)
    fields.decimal(&_altitudeError, places: 3, text)
    fields.integer(&_failedSatellite, width: 2, text)
    fields.decimal(&_missProbability, places: 6, text)
    fields.decimal(&_bias, places: 3, text)
    fields.decimal(&_biasDeviation, places: 3, text)
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_system, text) }
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_signal, text) }
  }
}
