public import FoundationEssentials
public import GNSS
internal import GPSBase
internal import NMEA

/// A receiver's position at one time, and its accuracy.
///
/// Nothing is made up: a value that the receiver did not report is nil, never zero or −1.
///
/// ```swift
/// if let altitude = location.altitude { print(altitude) }   // meters above mean sea level
/// print(location.speed ?? 0)                                // NOT the same: a car that may move "stands"
/// ```
///
/// A location is a plain value. ``LocationUpdate`` reports whether it is *present*.
public struct Location: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Latitude and longitude in WGS-84.
  public var coordinate: Coordinate
  /// The radius in meters that contains the true position in 68 of 100 cases; always greater than 0.
  public var horizontalAccuracy: Double
  /// The source of the accuracy.
  public var accuracySource: AccuracySource

  /// Meters above mean sea level, by the receiver's own geoid model.
  public var altitude: Double?
  /// Meters above the WGS-84 ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// The height of the geoid above the WGS-84 ellipsoid at this position, in meters.
  public var geoidSeparation: Double?
  /// The error in meters that neither altitude exceeds in 68 of 100 cases.
  ///
  /// Nil if unknown, as for a 2D fix, whose altitude is an earlier one or was entered by hand.
  public var verticalAccuracy: Double?

  /// Speed over ground in meters per second.
  public var speed: Double?
  /// The direction of travel in degrees from true north, 0 ..< 360.
  ///
  /// At less than half a meter per second, receivers report a random course or none.
  public var course: Double?
  /// Upward speed in meters per second.
  public var climb: Double?

  /// The time of the measurement, not of its arrival.
  public var timestamp: Date
  /// The source of the timestamp.
  public var timestampSource: TimestampSource
  /// The arrival of the last byte, on the monotonic clock.
  ///
  /// Ages count from here: this clock is never set, and the receiver's may be wrong. Nil for a location that
  /// was decoded or made by hand. Ignored by `==` and not encoded, so that a replay equals its original.
  public var received: ContinuousClock.Instant? {
    get { moment?.instant }
    set { moment = newValue.map(Moment.init) }
  }
  private var moment: Moment?

  /// How the location was found.
  public var fix: FixInfo
  /// The device that found the location, and its kind.
  public var source: SourceInfo

  /// Creates a location by hand; omitted values are unknown.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, accuracySource: AccuracySource = .assumed,
    altitude: Double? = nil, verticalAccuracy: Double? = nil, speed: Double? = nil, course: Double? = nil,
    timestamp: Date, received: ContinuousClock.Instant? = nil, source: SourceInfo = SourceInfo()
  ) {
    (self.coordinate, self.horizontalAccuracy) = (coordinate, horizontalAccuracy)
    (self.accuracySource, self.altitude, self.verticalAccuracy) = (accuracySource, altitude, verticalAccuracy)
    (self.speed, self.course, self.timestamp) = (speed, course, timestamp)
    timestampSource = .receiver
    moment = received.map(Moment.init)
    fix = FixInfo()
    self.source = source
  }

  /// The time since the location arrived; nil for a location that was decoded or made by hand.
  public func age(at now: ContinuousClock.Instant) -> Duration? { age(at: Moment(now)) }

  func age(at now: Moment) -> Duration? { moment.map { $0.duration(to: now) } }

  /// The length of the shortest path to another location on the ellipsoid in meters, ignoring altitudes.
  public func distance(to other: Location) -> Double { coordinate.distance(to: other.coordinate) }

  /// Creates a location from a receiver's fix; nil if the fix has no valid position.
  ///
  /// The whole epoch decides: one sentence that denies a fix outweighs all sentences that claim one. A
  /// position without satellites is valid, as its ``FixInfo/quality`` shows; a position at 0°, 0° is not.
  ///
  /// - Parameters:
  ///   - fix: One epoch of a receiver.
  ///   - received: The arrival of its last byte.
  ///   - utcSeconds: The same time by this computer's clock, for receivers that do not report time or date.
  ///   - source: The device.
  ///   - model: The model that computes the accuracy.
  public init?(
    _ fix: Fix, received: ContinuousClock.Instant, utcSeconds: Double, source: SourceInfo,
    model: AccuracyModel = .standard
  ) {
    guard fix.isValid, !fix.isOnNullIsland, let coordinate = fix.coordinate else { return nil }
    let accuracy = model.estimate(fix)
    let (timestamp, timestampSource) = Self.moment(of: fix, utcSeconds)
    self.init(
      coordinate: coordinate, horizontalAccuracy: accuracy.horizontal, accuracySource: accuracy.source,
      altitude: fix.altitude, speed: fix.speed, course: fix.course, timestamp: timestamp,
      received: received, source: source)
    // A surveyed receiver reports zero without measuring its speed.
    if fix.quality == .surveyed { speed = nil }
    ellipsoidalAltitude = fix.ellipsoidalAltitude
    geoidSeparation = fix.geoidSeparation
    // An accuracy without an altitude would be meaningless.
    if altitude != nil || ellipsoidalAltitude != nil { verticalAccuracy = accuracy.vertical }
    climb = fix.climb
    self.timestampSource = timestampSource
    self.fix = FixInfo(fix)
    // A connected receiver may be a simulator, which reports that itself.
    if fix.quality == .simulated { self.source.isSimulatedBySoftware = true }
  }

  private static func moment(of fix: Fix, _ utcSeconds: Double) -> (Date, TimestampSource) {
    if let time = fix.time { return (Date(time), .receiver) }
    guard let time = fix.timeOfDay else { return (Date(timeIntervalSince1970: utcSeconds), .machine) }
    // The day on which this time of day is closest to this computer's clock.
    let secondOfDay = Double(time.nanosecondsOfDay) / 1e9
    let days = ((utcSeconds - secondOfDay) / 86_400).rounded()
    return (Date(timeIntervalSince1970: days * 86_400 + secondOfDay), .receiverWithoutDate)
  }

  /// Whether two locations are equal, ignoring their arrival times.
  public static func == (a: Location, b: Location) -> Bool { a.value == b.value }

  /// Hashes everything except the arrival time.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// Decodes a location without an arrival time; an invalid accuracy is an error.
  public init(from decoder: any Decoder) throws {
    let value = try Value(from: decoder)
    guard value.horizontalAccuracy > 0, value.horizontalAccuracy.isFinite else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a horizontal accuracy is greater than 0, not \(value.horizontalAccuracy)"))
    }
    self.init(
      coordinate: value.coordinate, horizontalAccuracy: value.horizontalAccuracy,
      accuracySource: value.accuracySource, altitude: value.altitude,
      verticalAccuracy: value.verticalAccuracy, speed: value.speed, course: value.course,
      timestamp: value.timestamp, source: value.source)
    ellipsoidalAltitude = value.ellipsoidalAltitude
    geoidSeparation = value.geoidSeparation
    climb = value.climb
    timestampSource = value.timestampSource
    fix = value.fix
  }

  /// Encodes everything except the arrival time; unknown values are omitted.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// The part that does not depend on this run; it is compared, hashed and encoded.
  private struct Value: Hashable, Codable {
    var coordinate: Coordinate
    var horizontalAccuracy: Double
    var accuracySource: AccuracySource
    var altitude: Double?
    var ellipsoidalAltitude: Double?
    var geoidSeparation: Double?
    var verticalAccuracy: Double?
    var speed: Double?
    var course: Double?
    var climb: Double?
    var timestamp: Date
    var timestampSource: TimestampSource
    var fix: FixInfo
    var source: SourceInfo
  }

  private var value: Value {
    Value(
      coordinate: coordinate, horizontalAccuracy: horizontalAccuracy, accuracySource: accuracySource,
      altitude: altitude, ellipsoidalAltitude: ellipsoidalAltitude, geoidSeparation: geoidSeparation,
      verticalAccuracy: verticalAccuracy, speed: speed, course: course, climb: climb,
      timestamp: timestamp, timestampSource: timestampSource, fix: fix, source: source)
  }

  /// The location on one line: `48.117300, 11.516667 ±4 m, 545 m ±6 m, 2026-11-20T12:00:00Z`.
  public var description: String {
    var parts = [coordinate.description + " ±" + Self.meters(horizontalAccuracy)]
    if let altitude {
      parts.append(Self.meters(altitude) + (verticalAccuracy.map { " ±" + Self.meters($0) } ?? ""))
    }
    if let speed { parts.append(FixedText.of(speed, decimals: 1) + " m/s") }
    if let course { parts.append(FixedText.of(course, decimals: 0) + "°") }
    parts.append(Self.moment(timestamp.timeIntervalSince1970))
    return parts.joined(separator: ", ")
  }

  /// Formats a time as ISO 8601, if its year has at most four digits.
  private static func moment(_ seconds: Double) -> String {
    // The years 1 to 9999.
    let whole = seconds.rounded()
    guard -62_135_596_800..<253_402_300_800 ~= whole else { return "\(seconds) s since 1970" }
    return UTC(secondsSince1970: Int64(whole)).secondText
  }

  /// Meters, with only as many decimals as are meaningful.
  private static func meters(_ value: Double) -> String {
    FixedText.of(value, decimals: abs(value) < 1 ? 2 : abs(value) < 10 ? 1 : 0) + " m"
  }
}

extension Date {
  /// Creates a date from an instant that a receiver reported.
  ///
  /// `Date` cannot represent leap seconds: 23:59:60 becomes the first second of the next day.
  public init(_ instant: UTC) {
    self.init(
      timeIntervalSince1970: Double(instant.secondsSince1970) + (instant.isLeapSecond ? 1 : 0)
        + Double(instant.nanosecond) / 1e9)
  }
}

extension Fix {
  /// Whether the position is exactly 0°, 0°, where no receiver ever is.
  ///
  /// The place lies in the Gulf of Guinea. A receiver that reports it has lost its memory, and presents the
  /// zeros found there as a fix: some receivers for a second after they start, others until they lose power.
  public var isOnNullIsland: Bool {
    guard let coordinate else { return false }
    return coordinate.latitude == 0 && coordinate.longitude == 0
  }
}
