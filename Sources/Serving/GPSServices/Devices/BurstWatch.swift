/// Finds where the words of an epoch begin: behind a pause.
///
/// A receiver that speaks without a pause has no such place, and nothing is made up for it.
struct BurstWatch: Sendable {
  private var last: ContinuousClock.Instant?
  private var begin: ContinuousClock.Instant?
  /// Good epochs in a row: the first ones of a receiver may have a time that is corrected soon.
  private var good = 0

  /// So many good epochs come before the first time that is believed.
  private static let fewestGood = 3

  /// Bytes have come.
  ///
  /// - Parameters:
  ///   - instant: Their arrival.
  ///   - pace: The time from one epoch to the next.
  mutating func hear(at instant: ContinuousClock.Instant, pace: Duration) {
    if let last, last.duration(to: instant) < pace / 4 {
      // The words of before go on.
    } else {
      begin = instant
    }
    last = instant
  }

  /// An epoch is complete; the arrival of its first byte, where that is known and the epoch is to be believed.
  mutating func endEpoch(isGood: Bool) -> ContinuousClock.Instant? {
    defer { begin = nil }
    good = isGood ? min(good + 1, Self.fewestGood + 1) : 0
    return good > Self.fewestGood ? begin : nil
  }
}
