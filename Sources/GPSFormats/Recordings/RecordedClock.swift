package import GNSS
internal import GPSBridge

/// The clock of a recording: the times of arrival if it has them, or else the times of its epochs.
///
/// It only goes forward. Without times of arrival a pause and a clock that was set look the same. A step of more than a day,
/// or before the first position, counts as one epoch: nobody knows how much time passed.
package struct RecordedClock: Sendable {
  /// The effect of an epoch on the clock.
  package enum Turn: Sendable { case none, cut }

  /// The moment at which all recordings begin.
  package static let start = ContinuousClock.now
  /// The moment of the latest epoch.
  package private(set) var now = start
  /// Whether the recording has times of arrival.
  package private(set) var hasArrivals = false
  private var latest: UTC?
  private var hadPosition = false
  /// Seconds between the epochs, as they were last.
  private var steps: [Double] = []
  private static let mostSteps = 5
  /// Seconds that a recording may pause and go on.
  private static let longestPause = 86_400.0
  /// The same before the first position: until then a receiver's time comes from a clock without a battery.
  private static let longestPauseBeforePosition = 60.0

  package init() {}

  /// Takes one epoch; returns whether the time runs back.
  package mutating func take(_ fix: Fix, arrival: Duration?) -> Turn {
    defer { if fix.hasPosition { hadPosition = true } }
    if let arrival {
      hasArrivals = true
      now = max(now, Self.start + arrival)
    } else if !hasArrivals, isCut(fix.time) {
      return .cut
    }
    return .none
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
    let step = time.seconds(since: last)
    latest = time
    guard step <= (hadPosition ? Self.longestPause : Self.longestPauseBeforePosition) else {
      now += .seconds(usual)
      return false
    }
    now += .seconds(step)
    steps.append(step)
    if steps.count > Self.mostSteps { steps.removeFirst() }
    return false
  }
}
