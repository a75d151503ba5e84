/// How often a receiver reports, from when its latest epochs came.
package struct EpochPace: Sendable {
  private var arrivals: [ContinuousClock.Instant] = []
  private static let most = 11

  mutating func note(_ now: ContinuousClock.Instant) {
    // A pause is no interval.
    if let last = arrivals.last, last.duration(to: now) > .seconds(15) { arrivals.removeAll() }
    arrivals.append(now)
    if arrivals.count > Self.most { arrivals.removeFirst() }
  }

  mutating func restart() { arrivals.removeAll() }

  /// Epochs a second; nil until there were three.
  var perSecond: Double? {
    guard arrivals.count >= 3, let first = arrivals.first, let last = arrivals.last, first < last else {
      return nil
    }
    return Double(arrivals.count - 1) / (first.duration(to: last) / .seconds(1))
  }
}
