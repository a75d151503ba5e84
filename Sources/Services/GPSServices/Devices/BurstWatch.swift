internal import GPSBase

/// Finds the arrival of an epoch's first byte, which is the first one after a pause.
///
/// A receiver that sends without pauses does not have such a moment, and none is made up for it.
struct BurstWatch: Sendable {
  @StoredInstantIfAny private var last: ContinuousClock.Instant?
  @StoredInstantIfAny private var begin: ContinuousClock.Instant?
  /// The number of consecutive good epochs; a receiver may soon correct the time of its first ones.
  private var good = 0

  /// The number of good epochs before a time is trusted.
  private static let fewestGood = 3

  /// Notes the arrival of bytes.
  ///
  /// - Parameters:
  ///   - instant: Their arrival.
  ///   - pace: The interval between epochs.
  mutating func hear(at instant: ContinuousClock.Instant, pace: Duration) {
    if let last, last.duration(to: instant) < pace / 4 {
      // The burst continues.
    } else {
      begin = instant
    }
    last = instant
  }

  /// Ends an epoch; returns the arrival of its first byte, if it is known and the epoch can be trusted.
  mutating func endEpoch(isGood: Bool) -> ContinuousClock.Instant? {
    defer { begin = nil }
    good = isGood ? min(good + 1, Self.fewestGood + 1) : 0
    return good > Self.fewestGood ? begin : nil
  }
}
