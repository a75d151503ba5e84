internal import GNSS
internal import GPSFormats
internal import Texts

/// What became of a receiver's time from epoch to epoch: how long it ran, and where it was set.
struct ClockSteps: Sendable {
  /// The first moment with a time.
  private(set) var first: UTC?
  private(set) var last: UTC?
  /// Seconds for which the time ran on, without pauses: what an export calls the sum of its segments.
  private(set) var seconds = 0.0
  /// How often the time went back, and the longest way.
  private(set) var back = Count()
  /// How often it leapt ahead, by more than a day, and the longest way.
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

  /// What became of the time with one epoch.
  enum Step: Hashable, Sendable {
    /// It ran on for so many seconds, maybe behind a pause.
    case on(Double)
    /// It was set: it went back, or leapt ahead.
    case set
  }

  /// A receiver that is silent for longer may just as well have had its clock set.
  private static let longestPause = 86_400.0

  /// Takes the next moment; nil for the first.
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

  /// `ran back once, by 2 h`; nil for a time that only ran on.
  var text: String? {
    let parts = [Self.text("ran back", back), Self.text("leapt ahead", ahead)].compactMap { $0 }
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
