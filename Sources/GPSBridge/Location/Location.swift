public import FoundationEssentials
public import GNSS
internal import GPSBase
internal import NMEA

/// A receiver's position at one moment, and its accuracy.
///
/// Nothing is invented: a value that the receiver did not give is nil, never zero and never −1.
///
/// ```swift
/// if let altitude = location.altitude { print(altitude) }   // metres above mean sea level
/// print(location.speed ?? 0)                                // NOT the same: a car that may move "stands"
/// ```
///
/// A location is a plain value. Whether it is *present* is in ``LocationUpdate``.
public struct Location: Sendable {
  /// Latitude and longitude in WGS-84.
  public var coordinate: Coordinate
  /// Metres: the true place lies within this radius in 68 of 100 cases; always greater than 0.
  public var horizontalAccuracy: Double
  /// The source of the accuracy.
  public var accuracySource: AccuracySource

  /// Metres above mean sea level, by the receiver's own model of the sea.
  public var altitude: Double?
  /// Metres above the ellipsoid of WGS-84.
  public var ellipsoidalAltitude: Double?
  /// Metres that the sea's mean level lies above the ellipsoid here.
  public var geoidSeparation: Double?
  /// Metres: the true height lies within this distance of both altitudes in 68 of 100 cases.
  ///
  /// Nil if unknown, as beside a plane fix, whose altitude was found earlier or typed in.
  public var verticalAccuracy: Double?

  /// Metres per second over ground.
  public var speed: Double?
  /// Direction of travel in degrees from true north, 0 ..< 360.
  ///
  /// Receivers let it wander, or stop telling it, below half a metre a second.
  public var course: Double?
  /// Metres per second upwards.
  public var climb: Double?

  /// The moment at which it was so, not at which it was heard of.
  public var timestamp: Date
  /// The source of the timestamp.
  public var timestampSource: TimestampSource
  /// When its last byte came, on the clock that only goes forward.
  ///
  /// Ages are counted from here: this clock is never set, and the receiver's may be wrong. Nil for a location that was
  /// decoded or made by hand. It takes no part in `==` and is not encoded, so that a replay equals what it replays.
  public var received: ContinuousClock.Instant? {
    get { moment?.instant }
    set { moment = newValue.map(Moment.init) }
  }
  private var moment: Moment?

  /// How it was found.
  public var fix: FixInfo
  /// By which device, and whether that is one.
  public var source: SourceInfo

  /// Makes a location by hand; all values that are left out are unknown.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, accuracySource: AccuracySource = .assumed,
    altitude: Double? = nil, verticalAccuracy: Double? = nil, speed: Double? = nil, course: Double? = nil,
    timestamp: Date, received: ContinuousClock.Instant? = nil, source: SourceInfo = SourceInfo()
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.accuracySource = accuracySource
    self.altitude = altitude
    self.verticalAccuracy = verticalAccuracy
    self.speed = speed
    self.course = course
    self.timestamp = timestamp
    timestampSource = .receiver
    moment = received.map(Moment.init)
    fix = FixInfo()
    self.source = source
  }

  /// How long ago it was heard of; nil for a location that was decoded or made by hand.
  public func age(at now: ContinuousClock.Instant) -> Duration? { received.map { now - $0 } }

  /// The shortest way to another location over the ellipsoid, in metres; altitudes do not count.
  public func distance(to other: Location) -> Double { coordinate.distance(to: other.coordinate) }
}

extension Location {
  /// Makes a location from a receiver's fix; nil if it has no valid position.
  ///
  /// The epoch as a whole decides that: one sentence that denies a fix outweighs all that claim one. A position without
  /// a satellite passes, and its ``FixInfo/quality`` says so. One at 0°, 0° does not.
  ///
  /// - Parameters:
  ///   - fix: One epoch of a receiver.
  ///   - received: When its last byte came.
  ///   - utcSeconds: The same moment by this machine's clock, for receivers that do not know time or date.
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
    // Its zero was not measured.
    if fix.quality == .surveyed { speed = nil }
    ellipsoidalAltitude = fix.ellipsoidalAltitude
    geoidSeparation = fix.geoidSeparation
    // Without an altitude there is nothing that it could be the accuracy of.
    if altitude != nil || ellipsoidalAltitude != nil { verticalAccuracy = accuracy.vertical }
    climb = fix.climb
    self.timestampSource = timestampSource
    self.fix = FixInfo(fix)
    // A receiver on a cable may be a simulator's: then it says so itself.
    if fix.quality == .simulated { self.source.isSimulatedBySoftware = true }
  }

  private static func moment(of fix: Fix, _ utcSeconds: Double) -> (Date, TimestampSource) {
    if let time = fix.time { return (Date(time), .receiver) }
    guard let time = fix.timeOfDay else { return (Date(timeIntervalSince1970: utcSeconds), .machine) }
    // The day on which that time of day is nearest to this machine's clock.
    let secondOfDay = Double(time.nanosecondsOfDay) / 1e9
    let days = ((utcSeconds - secondOfDay) / 86_400).rounded()
    return (Date(timeIntervalSince1970: days * 86_400 + secondOfDay), .receiverWithoutDate)
  }
}

extension Date {
  /// Takes over an instant that a receiver told.
  ///
  /// A `Date` has no room for leap seconds: 23:59:60 is the first second of the next day, too.
  public init(_ instant: UTC) {
    self.init(
      timeIntervalSince1970: Double(instant.secondsSince1970) + (instant.isLeapSecond ? 1 : 0)
        + Double(instant.nanosecond) / 1e9)
  }
}

extension Fix {
  /// Whether the position is 0°, 0° to the last digit, where no receiver ever is.
  ///
  /// The place lies in the Gulf of Guinea. A receiver that names it has lost its memory, and reports the zeros found
  /// there as a fix: some do so for a second when they start, some until they are unplugged.
  public var isOnNullIsland: Bool {
    guard let coordinate else { return false }
    return coordinate.latitude == 0 && coordinate.longitude == 0
  }
}

extension Location: Hashable {
  /// Whether all is the same but the moment at which it was received.
  public static func == (a: Location, b: Location) -> Bool { a.value == b.value }

  /// Takes in all but the moment at which it was received.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Location: Codable {
  /// Reads a location; it has no moment of arrival, and an accuracy that is none is an error.
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

  /// Writes all but the moment at which it was received; what is not known is left out.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Location {
  /// The part that means the same tomorrow and elsewhere; it is compared, hashed and written.
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
}

extension Location: CustomStringConvertible {
  /// One line for a person: `48.117300, 11.516667 ±4 m, 545 m ±6 m, 2026-11-20T12:00:00Z`.
  public var description: String {
    var parts = [
      coordinate.description + " ±" + Self.metres(horizontalAccuracy)
    ]
    if let altitude {
      parts.append(Self.metres(altitude) + (verticalAccuracy.map { " ±" + Self.metres($0) } ?? ""))
    }
    if let speed { parts.append(FixedText.of(speed, decimals: 1) + " m/s") }
    if let course { parts.append(FixedText.of(course, decimals: 0) + "°") }
    parts.append(Self.moment(timestamp.timeIntervalSince1970))
    return parts.joined(separator: ", ")
  }

  /// ISO 8601, as far as its four digits for the year go.
  private static func moment(_ seconds: Double) -> String {
    // From the year 1 to 9999.
    let whole = seconds.rounded()
    guard -62_135_596_800..<253_402_300_800 ~= whole else { return "\(seconds) s since 1970" }
    return UTC(secondsSince1970: Int64(whole)).secondText
  }

  /// Metres, with decimals where they are more than noise.
  private static func metres(_ value: Double) -> String {
    FixedText.of(value, decimals: abs(value) < 1 ? 2 : abs(value) < 10 ? 1 : 0) + " m"
  }
}
