// How wrong a position may be, as the receiver estimates it: for the fix as a whole, and satellite by satellite.

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

/// How far each satellite in use is from where the position would have it.
///
/// ```
///        1         2 3   4       14  15 16
///        |         | |   |       |   |  |
/// $--GRS,hhmmss.ss,x,x.x,x.x,…,x.x,h,h*hh
/// $GNGRS,104148.00,1,2.6,2.2,-1.6,-1.1,-1.7,-1.5,5.8,1.7,,,,,1,1*52
/// ```
///
/// The residuals stand in the order of the satellites in the last GSA.
/// Fields 15 and 16, system and signal, came with NMEA 4.10.
/// Described at <https://gpsd.io/NMEA.html#_grs_gps_range_residuals>.
public struct GRS: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "GRS"
  /// A sentence with fewer fields is refused; system and signal came with NMEA 4.10.
  public static let fewestFields = 3
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Whether the residuals were used for the position, 0, or computed after it, 1.
  @SparseInteger<Int16> public var method: Int?
  /// The residuals as they are stored, always twelve.
  var numbers = [SparseDecimal](repeating: SparseDecimal(), count: GRS.places)
  /// The system that the satellites belong to, 1 GPS to 6 NavIC.
  @SparseInteger<Int16> public var system: Int?
  /// The signal, as NMEA numbers those of the system.
  @SparseInteger<Int16> public var signal: Int?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// How many residuals a sentence has, filled or not.
  public static let places = 12

  /// Range residuals in meters, twelve places; an empty place is nil.
  ///
  /// Setting fills the list up, or cuts it, to twelve places.
  public var residuals: [Double?] {
    get { numbers.map { $0.wrappedValue } }
    set {
      for index in numbers.indices {
        numbers[index].wrappedValue = index < newValue.count ? newValue[index] : nil
      }
    }
  }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.integer(&_method, in: 0...1, text)
    for index in numbers.indices { fields.decimal(&numbers[index], places: 3, text) }
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_system, text) }
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_signal, text) }
  }
}

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
