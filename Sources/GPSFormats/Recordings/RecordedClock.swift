package import GNSS
internal import GPSBridge

/// The clock of a recording: the times of arrival if it has them, or else the times of its epochs.
///
/// It only goes forward. A second hand counts the epochs: in a recording without times of arrival a great step is either
/// a gap or a jump of the receiver's clock, and for the signs of forged signals it is taken for a jump at first.
package struct RecordedClock: Sendable {
  /// The effect of an epoch on the clock.
  package enum Turn: Sendable { case none, restarted, cut }

  /// The moment at which all recordings begin.
  package static let start = ContinuousClock.now
  /// The moment of the latest epoch.
  package private(set) var now = start
  /// How far the second hand lags.
  private var behind = Duration.zero
  private var behindSince: ContinuousClock.Instant?
  private var hasArrivals = false
  private var latest: UTC?
  /// Seconds between the epochs, as they were last.
  private var steps: [Double] = []
  private static let mostSteps = 5

  package init() {}

  /// The moment of the latest epoch, by the count of epochs where no arrivals are known.
  package var counted: ContinuousClock.Instant { now - behind }

  /// Takes one epoch; returns whether the second hand was put right, or the time runs back.
  package mutating func take(_ fix: Fix, arrival: Duration?) -> Turn {
    if let arrival {
      hasArrivals = true
      now = max(now, Self.start + arrival)
    } else if !hasArrivals, isCut(fix.time) {
      return .cut
    }
    guard let behindSince, behindSince.duration(to: now) > SpoofWatch.memory else { return .none }
    behind = .zero
    self.behindSince = nil
    return .restarted
  }

  /// Goes on to the time of an epoch; returns whether that runs back.
  private mutating func isCut(_ time: UTC?) -> Bool {
    let usual = steps.isEmpty ? 1 : steps.sorted()[steps.count / 2]
    guard let time, let last = latest, time > last else {
      // Without a time, or with one that runs back, an epoch has passed all the same.
      if latest != nil || time == nil { now += .seconds(usual) }
      defer { latest = time ?? latest }
      return time != nil && time != latest && latest != nil
    }
    let step = min(time.seconds(since: last), 1e9)
    latest = time
    now += .seconds(step)
    if step > 3 * usual, step > 5 {
      behind += .seconds(step - usual)
      behindSince = now
    }
    steps.append(step)
    if steps.count > Self.mostSteps { steps.removeFirst() }
    return false
  }
}
