internal import GNSS
internal import GPSBase

/// The arrival of the last epoch, and the number of late sentences at that time.
struct LastEpoch: Sendable {
  var at: Moment
  var late: Int
}

/// Watches whether a receiver's time advances.
struct ReceiverClock: Sendable {
  private var time: UTC?
  private var since: Moment?
  private var last: Moment?

  mutating func take(_ time: UTC?, at now: Moment) {
    if time == nil || time != self.time { since = now }
    self.time = time
    last = now
  }

  /// How long epochs have arrived with the same time.
  func stoodStill(at now: ContinuousClock.Instant) -> Duration? {
    guard time != nil, let since, let last, since < last else { return nil }
    return since.duration(to: last)
  }
}

/// Compares a receiver's time with the host's clock while the kernel reports that clock as synchronized.
struct HostComparison: Sendable {
  /// Seconds by which the last three epochs were ahead, the newest last.
  private var latest: [Double] = []

  private static let enough = 3

  /// Adds an epoch's difference; nil if the two can't be compared.
  mutating func take(_ ahead: Double?) {
    guard let ahead else { return latest.removeAll() }
    latest.append(ahead)
    if latest.count > Self.enough { latest.removeFirst() }
  }

  /// The median of three, so that one damaged time has no effect; nil before there are three.
  var secondsAhead: Double? { latest.count < Self.enough ? nil : latest.sorted()[1] }
}
