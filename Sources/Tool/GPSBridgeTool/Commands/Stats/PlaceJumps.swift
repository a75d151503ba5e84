internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import Texts

/// Finds positions that are farther from the last one than the receiver can have come.
///
/// Two swapped digits keep a sentence's checksum, and a position that is 4000 km away is then as good as any other.
struct PlaceJumps: Sendable {
  /// A step that nobody makes.
  struct Jump: Sendable {
    var metres: Double
    var seconds: Double
    var at: UTC
  }

  private(set) var count = 0
  private(set) var longest: Jump?
  private var last: (place: Coordinate, speed: Double?, accuracy: Double, time: UTC)?

  /// The usual receivers do not work above this speed, in metres per second.
  private static let fastest = 515.0
  /// Seconds for which a speed that was told says something about the way.
  private static let memory = 10.0
  /// Metres that a position is off now and then, between houses.
  private static let usual = 100.0

  mutating func take(_ fix: Fix) {
    guard let place = fix.coordinate, let time = fix.time else { return }
    let accuracy = AccuracyModel.standard.estimate(fix).horizontal
    defer { last = (place, fix.speed, accuracy, time) }
    guard let last else { return }
    let seconds = time.seconds(since: last.time)
    guard seconds >= 0 else { return }
    let metres = last.place.distance(to: place)
    var most = Self.fastest * max(seconds, 1)
    if seconds <= Self.memory, let speed = fix.speed, let before = last.speed {
      // Twice what was told, and room for a hard start.
      most = (2 * max(speed, before) + 20) * max(seconds, 1)
    }
    guard metres > most + Self.usual + 3 * (accuracy + last.accuracy) else { return }
    count += 1
    if metres > longest?.metres ?? 0 { longest = Jump(metres: metres, seconds: seconds, at: time) }
  }

  /// `2, the farthest 4001 km in 1 s at 2026-…`; nil where there is none.
  var text: String? {
    longest.map {
      "\(count), the farthest \(HumanText.way($0.metres)) in \(HumanText.time($0.seconds))"
        + " to \(Timestamp.text($0.at))"
    }
  }
}
