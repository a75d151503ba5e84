package import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats

/// A receiver's time from epoch to epoch: its duration, and the times at which it was set.
struct ClockSteps: Sendable {
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

  /// Adds the next time; returns nil for the first.
  package mutating func take(_ time: UTC) -> Step? {
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
    if step > Gap.clockSet {
      ahead.add(step)
      return .set
    }
    if step <= Gap.segment { seconds += step }
    return .on(step)
  }

  /// `ran back once, by 2 h`; nil if the time only advanced.
  package var text: String? {
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

/// Finds positions farther from the previous one than the receiver can have moved.
///
/// Swapping two digits keeps a sentence's checksum valid, so a position 4000 km away can look like any other.
package struct PlaceJumps: Sendable {
  /// An impossible step.
  struct Jump: Sendable {
    var meters: Double
    var seconds: Double
    var at: UTC
  }

  package init() {}

  private(set) var count = 0
  private(set) var longest: Jump?
  private var last: (place: Coordinate, speed: Double?, accuracy: Double, time: UTC)?

  /// In seconds; an older speed does not limit the distance.
  private static let memory = 10.0
  /// The error in meters that occurs now and then between buildings.
  private static let usual = 100.0

  package mutating func take(_ fix: Fix) {
    guard let place = fix.coordinate, let time = fix.steadyTime else { return }
    let accuracy = AccuracyModel.standard.estimate(fix).horizontal
    defer { last = (place, fix.speed, accuracy, time) }
    guard let last else { return }
    let seconds = time.seconds(since: last.time)
    // A step of up to 79 m is below each limit.
    guard seconds >= 0, !place.isWithin(degrees: 0.0005, of: last.place) else { return }
    let meters = last.place.distance(to: place)
    var most = CivilianReceiver.fastest * max(seconds, 1)
    if seconds <= Self.memory, let speed = fix.speed, let before = last.speed {
      // Twice the reported speed, and a margin for strong acceleration.
      most = (2 * max(speed, before) + 20) * max(seconds, 1)
    }
    guard meters > most + Self.usual + 3 * (accuracy + last.accuracy) else { return }
    count += 1
    if meters > longest?.meters ?? 0 { longest = Jump(meters: meters, seconds: seconds, at: time) }
  }

  /// `2, the farthest 4001 km in 1 s at 2026-…`; nil without jumps.
  package var text: String? {
    longest.map {
      "\(count), the farthest \(HumanText.distance($0.meters)) in \(HumanText.time($0.seconds))"
        + " to \(Timestamp.text($0.at))"
    }
  }
}
