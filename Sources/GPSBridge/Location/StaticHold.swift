public import GNSS

/// Holds a position where it is as long as the receiver stands still.
///
/// A receiver on a table reports some meters to and fro, and a course that turns in circles: noise that looks like movement
/// on a map. It stands still, as far as this is concerned, when its speed says so and it is not farther from the held
/// position than the accuracies of both allow.
///
/// ```swift
/// var hold = StaticHold()
/// for await location in receiver.locations.values(.newest(10)) {
///   show(hold.take(location))          // does not wander
///   log(location)                      // what the receiver said
/// }
/// ```
public struct StaticHold: Hashable, Sendable {
  /// The held position; nil while the receiver moves.
  public private(set) var anchor: Coordinate?

  /// The accuracy of the held position.
  private var anchorAccuracy = 0.0

  /// Meters per second: below `standing` the receiver stands, above `moving` it moves, between them nothing changes.
  private static let standing = 0.5
  private static let moving = 1.0
  /// How far a position may be from the held one: this many times the error of their difference, and at least so many meters.
  private static let reach = 2.0
  private static let least = 5.0

  /// Holds nothing yet.
  public init() {}

  /// Whether the position is being held.
  public var isHeld: Bool { anchor != nil }

  /// Takes a location, and returns the one to show: the same, or a held one without speed and course.
  public mutating func take(_ location: Location) -> Location {
    let speed = location.speed ?? 0
    if let anchor {
      let accuracy = location.horizontalAccuracy
      let difference = (accuracy * accuracy + anchorAccuracy * anchorAccuracy).squareRoot()
      let radius = max(Self.least, difference * Self.reach)
      if speed > Self.moving || anchor.distance(to: location.coordinate) > radius { self.anchor = nil }
    } else if speed < Self.standing {
      anchor = location.coordinate
      anchorAccuracy = location.horizontalAccuracy
    }
    guard let anchor else { return location }
    var held = location
    held.coordinate = anchor
    held.speed = location.speed.map { _ in 0 }
    // A receiver that stands still has no course.
    held.course = nil
    return held
  }
}
