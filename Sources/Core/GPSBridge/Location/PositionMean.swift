internal import GNSS

/// A mean of positions, weighted by their accuracy.
///
/// The mean is not more accurate than its parts, since a receiver's errors last for minutes and do not
/// average out in a shorter time.
///
/// ```swift
/// var mean = PositionMean()
/// for location in locations { mean.take(location) }
/// print(mean.mean(latest: locations[locations.count - 1])?.coordinate as Any)
/// ```
package struct PositionMean: Sendable {
  private var first: Location?
  private var weights = 0.0
  private var latitude = 0.0
  private var longitude = 0.0
  private var accuracy = 0.0
  private var heights = HeightMean()
  package private(set) var count = 0

  package init() {}

  package mutating func take(_ location: Location) {
    let start = first ?? location
    first = start
    let weight = 1 / (location.horizontalAccuracy * location.horizontalAccuracy)
    weights += weight
    latitude += weight * (location.coordinate.latitude - start.coordinate.latitude)
    longitude += weight * Self.turn(location.coordinate.longitude - start.coordinate.longitude)
    accuracy += weight * location.horizontalAccuracy
    heights.take(location)
    count += 1
  }

  /// The mean positions and altitudes, with all other values from the latest location; nil without positions.
  package func mean(latest: Location) -> Location? {
    guard let first, weights > 0 else { return nil }
    let place = Coordinate(
      latitude: first.coordinate.latitude + latitude / weights,
      longitude: Self.turn(first.coordinate.longitude + longitude / weights))
    guard let place else { return nil }
    var mean = latest
    mean.coordinate = place
    mean.horizontalAccuracy = accuracy / weights
    heights.apply(to: &mean)
    return mean
  }

  /// Normalizes an angle to ±180°, so that positions on both sides of the date line are close together.
  private static func turn(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}

/// The mean of the altitudes that are known.
private struct HeightMean: Sendable {
  private var sums = [0.0, 0.0, 0.0]
  private var counts = [0, 0, 0]

  mutating func take(_ location: Location) {
    for (index, value) in [location.altitude, location.ellipsoidalAltitude, location.verticalAccuracy]
      .enumerated()
    {
      guard let value else { continue }
      sums[index] += value
      counts[index] += 1
    }
  }

  func apply(to location: inout Location) {
    location.altitude = mean(0)
    location.ellipsoidalAltitude = mean(1)
    location.verticalAccuracy = mean(2)
  }

  private func mean(_ index: Int) -> Double? { counts[index] > 0 ? sums[index] / Double(counts[index]) : nil }
}
