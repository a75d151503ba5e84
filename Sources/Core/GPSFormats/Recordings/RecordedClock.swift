package import GNSS
internal import GPSBridge

/// The clock of a recording: its arrival times, or without them the times of its epochs.
///
/// It never goes back. Without arrival times, a pause looks the same as a clock that was set, so the length
/// of a step beyond a day (a minute before the first position) is unknown; it counts as one epoch.
package struct RecordedClock: Sendable {
  /// The effect of an epoch on the clock.
  package enum Turn: Sendable { case none, cut }

  /// The moment at which all recordings begin.
  package static let start = ContinuousClock.now
  /// The time of the latest epoch.
  package private(set) var now = start
  package private(set) var hasArrivals = false
  private var latest: UTC?
  private var hadPosition = false
  /// The last intervals between epochs, in seconds.
  private var steps: [Double] = []
  private static let mostSteps = 5
  /// Whether the latest epochs had a coarse time whose beginning is unknown.
  private var isCoarse = false

  package init() {}

  /// Processes an epoch; returns `cut` if the time goes back.
  package mutating func take(_ fix: Fix, arrival: Duration?) -> Turn {
    defer { if fix.hasPosition { hadPosition = true } }
    if let arrival {
      hasArrivals = true
      now = max(now, Self.start + arrival)
    } else if !hasArrivals, isCut(fix.steadyTime, isCoarse: fix.timeCorrections.isCoarse) {
      return .cut
    }
    return .none
  }

  /// The median of the last intervals in seconds.
  private var usual: Double { steps.isEmpty ? 1 : steps.sorted()[steps.count / 2] }

  /// Advances to the time of an epoch; returns whether that time goes back.
  private mutating func isCut(_ time: UTC?, isCoarse: Bool) -> Bool {
    guard let time, let last = latest, time > last else {
      // An epoch without a time, or with an earlier one, still counts as an epoch.
      if latest != nil || time == nil { now += .seconds(usual) }
      self.isCoarse = time == nil && isCoarse
      defer { latest = time ?? latest }
      return time != nil && time != latest && latest != nil
    }
    let step = time.seconds(since: last)
    latest = time
    // Before the first position, the time comes from a clock that may have no battery.
    guard step <= (hadPosition ? Gap.clockSet : Gap.segment) else {
      now += .seconds(usual)
      return false
    }
    defer { self.isCoarse = false }
    guard !self.isCoarse else {
      now += .seconds(usual)
      return false
    }
    now += .seconds(step)
    steps.append(step)
    if steps.count > Self.mostSteps { steps.removeFirst() }
    return false
  }
}
