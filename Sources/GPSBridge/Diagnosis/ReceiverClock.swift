internal import GNSS
internal import GPSBase

/// An epoch that came, and how many sentences had come too late by then.
struct LastEpoch: Sendable {
  @Kept var at: ContinuousClock.Instant
  var late: Int
}

/// Watches whether a receiver's time goes on.
struct ReceiverClock: Sendable {
  private var time: UTC?
  @KeptIfAny private var since: ContinuousClock.Instant?
  @KeptIfAny private var last: ContinuousClock.Instant?

  init() {}

  mutating func take(_ time: UTC?, at now: ContinuousClock.Instant) {
    if time == nil || time != self.time { since = now }
    self.time = time
    last = now
  }

  /// For how long epochs have come with one and the same time.
  func stoodStill(at now: ContinuousClock.Instant) -> Duration? {
    guard time != nil, let since, let last, since < last else { return nil }
    return since.duration(to: last)
  }
}
