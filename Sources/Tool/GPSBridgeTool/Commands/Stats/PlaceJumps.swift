internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// Finds positions farther from the previous one than the receiver can have moved.
///
/// Swapping two digits keeps a sentence's checksum valid, so a position 4000 km away can look like any other.
struct PlaceJumps: Sendable {
  /// An impossible step.
  struct Jump: Sendable {
    var meters: Double
    var seconds: Double
    var at: UTC
  }

  private(set) var count = 0
  private(set) var longest: Jump?
  private var last: (place: Coordinate, speed: Double?, accuracy: Double, time: UTC)?

  /// Most receivers do not work above this speed, in meters per second.
  private static let fastest = 515.0
  /// In seconds; an older speed does not limit the distance.
  private static let memory = 10.0
  /// The error in meters that occurs now and then between buildings.
  private static let usual = 100.0

  mutating func take(_ fix: Fix) {
    guard let place = fix.coordinate, let time = fix.time else { return }
    let accuracy = AccuracyModel.standard.estimate(fix).horizontal
    defer { last = (place, fix.speed, accuracy, time) }
    guard let last else { return }
    let seconds = time.seconds(since: last.time)
    // A step of up to 79 m is below each limit.
    guard seconds >= 0, !place.isWithin(degrees: 0.0005, of: last.place) else { return }
    let meters = last.place.distance(to: place)
    var most = Self.fastest * max(seconds, 1)
    if seconds <= Self.memory, let speed = fix.speed, let before = last.speed {
      // Twice the reported speed, and a margin for strong acceleration.
      most = (2 * max(speed, before) + 20) * max(seconds, 1)
    }
    guard meters > most + Self.usual + 3 * (accuracy + last.accuracy) else { return }
    count += 1
    if meters > longest?.meters ?? 0 { longest = Jump(meters: meters, seconds: seconds, at: time) }
  }

  /// `2, the farthest 4001 km in 1 s at 2026-…`; nil without jumps.
  var text: String? {
    longest.map {
      "\(count), the farthest \(HumanText.way($0.meters)) in \(HumanText.time($0.seconds))"
        + " to \(Timestamp.text($0.at))"
    }
  }
}
