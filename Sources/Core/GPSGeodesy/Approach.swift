internal import Glibc
package import GNSS

/// The distance and direction to a destination, and the speed toward it.
///
/// ```swift
/// let approach = Approach(from: location.coordinate, to: harbor, speed: location.speed, course: location.course)
/// if let seconds = approach.secondsToGo { print("\(seconds / 60) minutes to the harbor") }
/// ```
package struct Approach: Sendable, Hashable {
  /// Meters along the shortest line.
  package let distance: Double
  /// The direction at the start in degrees from true north; nil at the destination.
  package let bearing: Double?
  /// The part of the speed that leads to the destination, in meters per second.
  ///
  /// Negative when moving away; nil if speed or course is unknown, as with most receivers at rest.
  package let closingSpeed: Double?

  package init(from place: Coordinate, to destination: Coordinate, speed: Double?, course: Double?) {
    distance = place.distance(to: destination)
    bearing = place.initialBearing(to: destination)
    closingSpeed =
      if let speed, let course, let bearing { speed * cos((course - bearing) * .pi / 180) } else { nil }
  }

  /// Seconds to the destination at this closing speed; nil below a tenth of a meter per second.
  package var secondsToGo: Double? { closingSpeed.flatMap { $0 >= 0.1 ? distance / $0 : nil } }
}
