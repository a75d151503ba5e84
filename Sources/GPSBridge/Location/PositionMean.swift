internal import GNSS

/// The mean of positions, the accurate ones counting for more: a pure value.
///
/// The mean's accuracy is that of its parts and no better, since a receiver's errors last for minutes and do not average
/// out in less.
///
/// ```swift
/// var mean = PositionMean()
/// for location in locations { mean.take(location) }
/// print(mean.mean(latest: locations[locations.count - 1])?.coordinate as Any)
/// ```
public struct PositionMean: Sendable {
  private var first: Location?
  private var weights = 0.0
  private var latitude = 0.0
  private var longitude = 0.0
  private var accuracy = 0.0
  private var heights = HeightMean()
  /// How many positions are in it.
  public private(set) var count = 0

  /// The mean of nothing yet.
  public init() {}

  /// Takes a position.
  public mutating func take(_ location: Location) {
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

  /// The mean of the positions and heights, with everything else from the latest location; nil before the first.
  public func mean(latest: Location) -> Location? {
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

  /// The same angle between −180 and 180: two positions beside the date line are near each other.
  private static func turn(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}

/// The mean of the heights, as far as there are some.
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
