// Estimates of the position error: for the fix as a whole, and for each satellite.

/// The estimated position error: standard deviations of the pseudorange solution.
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
  public static var form: SentenceForm { SentenceForm("GST", fewestFields: 8) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The root mean square of the pseudorange residuals in meters.
  @SparseDecimal public var rangeResidual: Double?
  /// The semi-major axis of the error ellipse in meters.
  @SparseDecimal public var semiMajor: Double?
  /// The semi-minor axis of the error ellipse in meters.
  @SparseDecimal public var semiMinor: Double?
  /// The orientation of the semi-major axis in degrees from true north.
  @SparseDecimal public var orientation: Double?
  /// The standard deviation of the latitude in meters.
  @SparseDecimal public var latitudeDeviation: Double?
  /// The standard deviation of the longitude in meters.
  @SparseDecimal public var longitudeDeviation: Double?
  /// The standard deviation of the altitude in meters.
  @SparseDecimal public var altitudeDeviation: Double?

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

/// The pseudorange residual of each satellite in use.
///
/// ```
///        1         2 3   4       14  15 16
///        |         | |   |       |   |  |
/// $--GRS,hhmmss.ss,x,x.x,x.x,…,x.x,h,h*hh
/// $GNGRS,104148.00,1,2.6,2.2,-1.6,-1.1,-1.7,-1.5,5.8,1.7,,,,,1,1*52
/// ```
///
/// The residuals are in the order of the satellites in the last GSA.
/// Fields 15 and 16, system and signal, came with NMEA 4.10.
/// Described at <https://gpsd.io/NMEA.html#_grs_gps_range_residuals>.
public struct GRS: TalkerContent {
  public static var form: SentenceForm { SentenceForm("GRS", fewestFields: 3) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// Whether the residuals were used for the position (0) or computed afterward (1).
  @SparseInteger<Int16> public var method: Int?
  /// The stored residuals, always twelve.
  var numbers = [SparseDecimal](repeating: SparseDecimal(), count: GRS.places)
  /// The satellites' system, from 1 for GPS to 6 for NavIC.
  @SparseInteger<Int16> public var system: Int?
  /// The signal, with NMEA's number within the system.
  @SparseInteger<Int16> public var signal: Int?

  /// The number of residuals in a sentence, including empty ones.
  public static let places = 12

  /// The range residuals in meters, twelve of them; an empty field is nil.
  ///
  /// Setting the list pads or truncates it to twelve.
  public var residuals: [Double?] {
    get { numbers.map { $0.wrappedValue } }
    set {
      for index in numbers.indices {
        numbers[index].wrappedValue = index < newValue.count ? newValue[index] : nil
      }
    }
  }

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.integer(&_method, in: 0...1, text)
    for index in numbers.indices { fields.decimal(&numbers[index], places: 3, text) }
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_system, text) }
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_signal, text) }
  }
}

/// The satellite that is probably faulty, and the expected position error.
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
  public static var form: SentenceForm { SentenceForm("GBS", fewestFields: 8) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The expected error of the latitude in meters, one standard deviation.
  @SparseDecimal public var latitudeError: Double?
  /// The expected error of the longitude in meters, one standard deviation.
  @SparseDecimal public var longitudeError: Double?
  /// The expected error of the altitude in meters, one standard deviation.
  @SparseDecimal public var altitudeError: Double?
  /// The satellite that has most likely failed, with the receiver's number.
  @SparseInteger<Int16> public var failedSatellite: Int?
  /// The probability of a missed detection for that satellite.
  @SparseDecimal public var missProbability: Double?
  /// The estimated bias of that satellite in meters.
  @SparseDecimal public var bias: Double?
  /// The standard deviation of the bias in meters.
  @SparseDecimal public var biasDeviation: Double?
  /// The satellite's system, from 1 for GPS to 6 for NavIC.
  @SparseInteger<Int16> public var system: Int?
  /// The signal, with NMEA's number within the system.
  @SparseInteger<Int16> public var signal: Int?

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
