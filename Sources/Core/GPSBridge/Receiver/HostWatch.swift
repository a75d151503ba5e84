internal import GNSS
internal import GPSBase

/// Checks the host's clock, which can be set or synchronized at any time.
struct HostWatch: Sendable {
  /// Whether the kernel reports the clock as synchronized.
  private var isVouchedFor = false
  private var lookedAt: Moment?

  private static let pause = Duration.seconds(10)

  /// Checks the clock if a check is due, and returns the day to compare dates with; nil if none is due.
  mutating func look(at time: any TimeSource, _ now: Moment) -> DateReference? {
    if let lookedAt, lookedAt.duration(to: now) < Self.pause { return nil }
    lookedAt = now
    isVouchedFor = time.utcAccuracy != nil
    return ReceiverEngine.reference(time)
  }

  /// Seconds by which a real receiver's epoch is ahead of the host's clock; nil if not comparable.
  func secondsAhead(_ fix: Fix, at utcSeconds: Double, _ place: DevicePlace) -> Double? {
    guard isVouchedFor, !place.isSimulated, !place.isRecording, fix.hasUsablePosition,
      !fix.timeCorrections.isCoarse
    else { return nil }
    return fix.time.map { Double($0.secondsSince1970) + Double($0.nanosecond) / 1e9 - utcSeconds }
  }
}
