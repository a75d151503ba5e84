internal import GNSS
internal import GPSFormats
internal import GPSBase

/// A receiver's time from epoch to epoch: how long it ran, and how it was set.
struct ClockSteps: Sendable {
  /// The first time.
  private(set) var first: UTC?
  private(set) var last: UTC?
  /// The seconds that the time ran without pauses, like the sum of an export's segments.
  private(set) var seconds = 0.0
  /// How often the time went back, and the largest step.
  private(set) var back = Count()
  /// How often it jumped ahead by more than a day, and the largest step.
  private(set) var ahead = Count()

  struct Count: Hashable, Sendable {
    var times = 0
    /// In seconds.
    var longest = 0.0

    fileprivate mutating func add(_ seconds: Double) {
      times += 1
      longest = max(longest, seconds)
    }
  }

  /// The change of the time from one epoch to the next.
  enum Step: Hashable, Sendable {
    /// It advanced by this many seconds, perhaps after a pause.
    case on(Double)
    /// It was set: it went back, or jumped ahead.
    case set
  }

  /// A longer silence is indistinguishable from setting the clock.
  private static let longestPause = 86_400.0

  /// Adds the next time; returns nil for the first.
  mutating func take(_ time: UTC) -> Step? {
    defer { last = time }
    guard let last else {
      first = time
      return nil
    }
    let step = time.seconds(since: last)
    if step < 0 {
      back.add(-step)
      return .set
    }
    if step > Self.longestPause {
      ahead.add(step)
      return .set
    }
    if step <= TrackSegmenter.usualGap { seconds += step }
    return .on(step)
  }

  /// `ran back once, by 2 h`; nil if the time only advanced.
  var text: String? {
    let parts = [Self.text("ran back", back), Self.text("jumped ahead", ahead)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func text(_ verb: String, _ count: Count) -> String? {
    switch count.times {
    case 0: nil
    case 1: "\(verb) once, by \(HumanText.time(count.longest))"
    case 2: "\(verb) twice, by \(HumanText.time(count.longest)) at most"
    default: "\(verb) \(count.times) times, by \(HumanText.time(count.longest)) at most"
    }
  }
}
