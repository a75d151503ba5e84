public import FoundationEssentials
public import GNSS
internal import NMEA

extension Location {
  /// Makes what an app wants of what a receiver said; nil if that is not a position.
  ///
  /// Whether it is one, the epoch decides as a whole: one sentence that denies a fix outweighs all that claim one.
  /// A position that no satellite was heard for passes, and its ``FixInfo/quality`` says so. One at 0°, 0° does not.
  ///
  /// - Parameters:
  ///   - fix: One epoch of a receiver.
  ///   - received: When its last byte came.
  ///   - utcSeconds: The same moment by this machine's clock, for receivers that do not know time or date.
  ///   - source: The device.
  ///   - model: How accurate a fix is taken to be.
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
  /// The place lies in the Gulf of Guinea. A receiver that names it has lost its memory, and calls what it found there a
  /// fix: some do so for a second when they start, some until they are unplugged.
  public var isOnNullIsland: Bool {
    guard let coordinate else { return false }
    return coordinate.latitude == 0 && coordinate.longitude == 0
  }
}
