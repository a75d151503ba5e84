/// The interval that a receiver keeps between epochs, learned from when they come.
///
/// It is the middle one of the last five gaps. So one or two missing epochs, or a computer that was busy, do not move
/// it, and three epochs at a new rate do.
struct EpochInterval: Sendable, Hashable {
  /// Epochs closer than this come from one bunch, a buffer that was emptied late, and count as one.
  static let shortest = Duration.milliseconds(20)
  /// No receiver is believed to be slower.
  static let longest = Duration.seconds(60)
  private static let most = 5

  private var last: ContinuousClock.Instant?
  /// The latest gaps, the newest last.
  private var gaps: [Duration] = []

  /// The interval; nil until there were two epochs.
  private(set) var learned: Duration?
  /// Whether there were enough epochs to tell an interval from a gap.
  var isSettled: Bool { gaps.count >= 3 }

  /// An epoch has come, with a fix or without one.
  mutating func epochArrived(at now: ContinuousClock.Instant) {
    guard let last else {
      self.last = now
      return
    }
    let gap = last.duration(to: now)
    guard gap >= Self.shortest else { return }
    self.last = now
    gaps.append(min(gap, Self.longest))
    if gaps.count > Self.most { gaps.removeFirst() }
    let sorted = gaps.sorted()
    // One or two intervals cannot show whether an epoch was missing within: the shorter one is safe.
    learned = isSettled ? sorted[(sorted.count - 1) / 2] : sorted[0]
  }

  /// The stream was interrupted: the time until the next epoch is no interval.
  mutating func interrupt() { last = nil }
}
