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

/// Compares a receiver's time with a host's clock that the kernel vouches for.
struct HostComparison: Sendable {
  /// Seconds by which the last three epochs were ahead, the newest last.
  private var latest: [Double] = []

  private static let enough = 3

  /// Takes an epoch; nil where the two can't be compared.
  mutating func take(_ ahead: Double?) {
    guard let ahead else { return latest.removeAll() }
    latest.append(ahead)
    if latest.count > Self.enough { latest.removeFirst() }
  }

  /// The middle one of three, since one damaged time is no other clock; nil before there are three.
  var secondsAhead: Double? { latest.count < Self.enough ? nil : latest.sorted()[1] }
}
