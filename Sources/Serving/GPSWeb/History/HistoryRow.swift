internal import GNSS
internal import GPSFormats

/// One stored epoch in 64 bytes, so that a day of one receiver is 5.5 MB.
///
/// Positions keep full precision. Heights, speeds and accuracies are `Float`s, which resolve a millimeter at
/// a height of ten kilometers. NaN means that the receiver did not report the value.
struct HistoryRow: Sendable {
  /// Milliseconds since 1970 by the receiver, or by this machine if the receiver did not report the time.
  let milliseconds: Int64
  private let latitude: Double
  private let longitude: Double
  private let altitude: Float
  private let ellipsoidalAltitude: Float
  private let speed: Float
  private let course: Float
  private let horizontalAccuracy: Float
  private let verticalAccuracy: Float
  private let horizontalDilution: Float
  private let epoch: UInt32
  /// Seconds since 1970 by this machine.
  private let arrival: UInt32
  private let satellitesUsed: UInt8
  /// The signal in units of 0.5 dB-Hz: the median of whole numbers is a whole or a half.
  private let halfSignal: UInt8
  /// The mode in three bits, the accuracy's source in three, and one bit for the receiver's own time.
  private let modeAndSource: UInt8
  /// The quality in four bits, the arrival's eighth of a second in three, and one bit for forged signals.
  private let qualityAndTrust: UInt8

  private static let unknown = UInt8.max
  private static let noSource: UInt8 = 7
  private static let noQuality: UInt8 = 15
  /// Nanoseconds of an eighth of a second.
  private static let eighth: Int32 = 125_000_000

  /// Creates a row from the stored part of an epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch.
  ///   - signal: The median of its signals in dB-Hz, if it has any.
  ///   - received: Its arrival by this machine's clock.
  ///   - isSuspect: Whether its signals are probably forged.
  init(_ fix: Fix, signal: Double?, received: UTC, isSuspect: Bool) {
    func narrow(_ value: Double?) -> Float { value.map { Float($0) } ?? .nan }
    milliseconds = Self.milliseconds(fix.time ?? received)
    let place = fix.hasPosition ? fix.coordinate : nil
    latitude = place?.latitude ?? .nan
    longitude = place?.longitude ?? .nan
    let known = fix.believable
    altitude = narrow(known.altitude)
    ellipsoidalAltitude = narrow(known.ellipsoidalAltitude)
    speed = narrow(known.speed)
    course = narrow(known.course)
    horizontalAccuracy = narrow(known.errors?.horizontal)
    verticalAccuracy = narrow(known.errors?.vertical)
    horizontalDilution = narrow(known.dilution.horizontal)
    epoch = UInt32(clamping: fix.epoch)
    arrival = UInt32(clamping: received.secondsSince1970)
    satellitesUsed = known.satellitesUsed.map { UInt8(clamping: max(0, min($0, 254))) } ?? Self.unknown
    let loudness = signal.flatMap { $0.isFinite ? $0 : nil }
    halfSignal = loudness.map { UInt8(max(0, min(($0 * 2).rounded(), 254))) } ?? Self.unknown
    let source = known.errors?.source.rawValue ?? Self.noSource
    modeAndSource = known.mode.rawValue | source << 3 | (fix.time == nil ? 0 : 0x40)
    let eighths = UInt8(max(0, min(received.nanosecond / Self.eighth, 7)))
    qualityAndTrust = (known.quality?.rawValue ?? Self.noQuality) | eighths << 4 | (isSuspect ? 0x80 : 0)
  }

  /// Whether it has a position.
  var hasPosition: Bool { !latitude.isNaN }

  /// Whether its signals are probably forged.
  var isSuspect: Bool { qualityAndTrust & 0x80 != 0 }

  /// The position, if it has one.
  var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }

  /// Meters above the ellipsoid.
  var height: Double? { Self.wide(ellipsoidalAltitude) }

  /// The median of its signals in dB-Hz.
  var signal: Double? { halfSignal == Self.unknown ? nil : Double(halfSignal) / 2 }

  var time: UTC { Self.instant(milliseconds) }

  /// Its arrival by this machine's clock, to an eighth of a second.
  var received: UTC {
    UTC(secondsSince1970: Int64(arrival), nanosecond: Int32(qualityAndTrust >> 4 & 7) * Self.eighth)
  }

  /// Whether the receiver reported the time.
  var hasOwnTime: Bool { modeAndSource & 0x40 != 0 }

  /// The epoch, as far as it is stored.
  var fix: Fix {
    var fix = Fix()
    fix.epoch = Int(epoch)
    if hasOwnTime { fix.time = time }
    fix.mode = FixMode(rawValue: modeAndSource & 7) ?? .none
    fix.quality = FixQuality(rawValue: qualityAndTrust & 15)
    fix.coordinate = coordinate
    fix.altitude = Self.wide(altitude)
    fix.ellipsoidalAltitude = height
    fix.speed = Self.wide(speed)
    fix.course = Self.wide(course)
    fix.dilution.horizontal = Self.wide(horizontalDilution)
    if let source = ErrorEstimate.Source(rawValue: modeAndSource >> 3 & 7) {
      fix.errors = ErrorEstimate(
        horizontal: Self.wide(horizontalAccuracy), vertical: Self.wide(verticalAccuracy), source: source)
    }
    fix.satellitesUsed = satellitesUsed == Self.unknown ? nil : Int(satellitesUsed)
    return fix
  }

  /// Whole milliseconds since 1970; a leap second maps to the last ten milliseconds of the second before.
  static func milliseconds(_ time: UTC) -> Int64 {
    // From year 1 to year 9999: the text formats have no room for others.
    let second = max(-62_135_596_800, min(time.secondsSince1970, 253_402_300_798)) * 1000
    return second + (Int64(time.withoutSecond60.nanosecond) + 500_000) / 1_000_000
  }

  /// The time for a number of milliseconds since 1970.
  static func instant(_ milliseconds: Int64) -> UTC {
    let second = milliseconds.floored(by: 1000)
    return UTC(secondsSince1970: second, nanosecond: Int32(milliseconds - second * 1000) * 1_000_000)
  }

  private static func wide(_ value: Float) -> Double? { value.isFinite ? Double(value) : nil }
}

extension Int64 {
  /// The quotient, rounded toward the past even before 1970.
  func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
