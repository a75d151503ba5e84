internal import GNSS
internal import GPSBase

/// Watches the host's clock, which may be set, or vouched for, at any time.
struct HostWatch: Sendable {
  /// Whether the kernel vouches for it.
  private var isVouchedFor = false
  @KeptIfAny private var lookedAt: ContinuousClock.Instant?

  private static let pause = Duration.seconds(10)

  /// Looks at it again now and then; the day to compare dates with, if it did.
  mutating func look(at time: any TimeSource, _ now: ContinuousClock.Instant) -> DateReference? {
    if let lookedAt, lookedAt.duration(to: now) < Self.pause { return nil }
    lookedAt = now
    isVouchedFor = time.utcAccuracy != nil
    return ReceiverEngine.reference(time)
  }

  /// Seconds by which an epoch of a real receiver is ahead of it; nil where it proves nothing.
  func secondsAhead(_ fix: Fix, at utcSeconds: Double, _ place: DevicePlace) -> Double? {
    guard isVouchedFor, !place.isSimulated, !place.isRecording, fix.hasUsablePosition else { return nil }
    return fix.time.map { Double($0.secondsSince1970) + Double($0.nanosecond) / 1e9 - utcSeconds }
  }
}
