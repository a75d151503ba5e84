internal import GPSBridge

/// Holds a position where it is as long as the receiver stands still: what wanders then is the noise, and no way.
///
/// A receiver on a table reports some metres to and fro, and a course that turns in circles. Here it stands still when it
/// says so by its speed, and is not farther from where it was held than it can be sure of. What it really said is kept in
/// the raw pane, in recordings and in records.
package struct StaticHold: Hashable, Sendable {
  /// Where it stands; nil while it moves.
  private(set) var anchor: Coordinate?

  /// Slower than this it may stand, faster than the other it moves, and between them all stays as it is.
  private static let standing = 0.5
  private static let moving = 1.0
  /// How many times its accuracy it may be away, and metres that any receiver wanders.
  private static let reach = 2.0
  private static let least = 5.0

  /// Whether the position is being held.
  var isHeld: Bool { anchor != nil }

  /// Takes a position, and answers where the receiver is to be shown.
  mutating func take(_ location: Location) -> Location {
    let speed = location.speed ?? 0
    if let anchor {
      let radius = max(Self.least, location.horizontalAccuracy * Self.reach)
      if speed > Self.moving || anchor.distance(to: location.coordinate) > radius { self.anchor = nil }
    } else if speed < Self.standing {
      anchor = location.coordinate
    }
    guard let anchor else { return location }
    var held = location
    held.coordinate = anchor
    held.speed = location.speed.map { _ in 0 }
    // Where nothing moves, nothing has a course.
    held.course = nil
    return held
  }
}
