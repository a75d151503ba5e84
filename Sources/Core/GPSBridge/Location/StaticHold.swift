internal import GNSS
internal import GPSGeodesy

/// Keeps a position constant while the receiver stands still.
///
/// A stationary receiver's position wanders by several meters and its course is random, which looks like movement
/// on a map. The receiver counts as stationary while its speed is low, and while it is not farther from the held
/// position than the accuracies of both allow. It changes only the displayed position; `MotionMachine` (GPSStore)
/// derives distances, trips and stops.
///
/// ```swift
/// var hold = StaticHold()
/// for await location in receiver.locations.keeping(.newest(10)) {
///   show(hold.take(location))          // does not wander
///   log(location)                      // what the receiver said
/// }
/// ```
package struct StaticHold: Hashable, Sendable {
  /// The held position; nil while the receiver moves.
  package private(set) var anchor: Coordinate?

  private var anchorAccuracy = 0.0

  /// The limits of the distance to the held position: multiples of the combined error, and meters.
  private static let reach = 2.0
  private static let least = 5.0

  /// Creates a hold without a position.
  package init() {}

  package var isHeld: Bool { anchor != nil }

  /// Returns the location to show: the given one, or the held one without speed and course.
  package mutating func take(_ location: Location) -> Location {
    let speed = location.speed ?? 0
    if let anchor {
      let accuracy = location.horizontalAccuracy
      let difference = (accuracy * accuracy + anchorAccuracy * anchorAccuracy).squareRoot()
      let radius = max(Self.least, difference * Self.reach)
      if speed > MotionMachine.fast || anchor.distance(to: location.coordinate) > radius { self.anchor = nil }
    } else if speed < MotionMachine.slow {
      anchor = location.coordinate
      anchorAccuracy = location.horizontalAccuracy
    }
    guard let anchor else { return location }
    var held = location
    held.coordinate = anchor
    held.speed = location.speed.map { _ in 0 }
    // A stationary receiver has no course.
    held.course = nil
    return held
  }
}
