public import GNSS

extension Coordinate {
  /// Returns the length of the shortest path on the ellipsoid in meters, ignoring altitudes.
  ///
  /// It is accurate to a fraction of a millimeter everywhere, including the poles and near antipodes. A
  /// sphere would be wrong by up to half a percent: 5 m per kilometer.
  ///
  /// ```swift
  /// berlin.distance(to: paris)      // 879 699 m
  /// ```
  public func distance(to other: Coordinate) -> Double { way(to: other).distance }

  /// Whether another place is near, without a distance: 0.001 degrees are at most 157 m.
  package func isWithin(degrees: Double, of other: Coordinate) -> Bool {
    abs(latitude - other.latitude) < degrees && abs(longitude - other.longitude) < degrees
  }

  /// Returns the initial direction of the shortest path, in degrees from true north, 0 ..< 360.
  ///
  /// Nil if both places are equal. At a pole, where every direction is south (or north), it is relative to
  /// this coordinate's own meridian.
  public func initialBearing(to other: Coordinate) -> Double? {
    let way = way(to: other)
    return way.distance > 0 ? way.azimuthAtStart.bearing : nil
  }

  /// Returns the final direction of the shortest path, in degrees from true north, 0 ..< 360.
  ///
  /// On a sphere and on an ellipsoid, the direction changes along a shortest path, so it differs from the
  /// initial bearing. Nil if both places are equal.
  public func finalBearing(to other: Coordinate) -> Double? {
    let way = way(to: other)
    return way.distance > 0 ? way.azimuthAtEnd.bearing : nil
  }

  /// Returns the place at a distance in meters, along the geodesic that starts at a bearing in degrees.
  ///
  /// A negative distance leads backward. Nil if a number is infinite or NaN.
  public func destination(bearing: Double, distance: Double) -> Coordinate? {
    guard bearing.isFinite, distance.isFinite else { return nil }
    let place = DirectProblem.destination(latitude, longitude, bearing: bearing, distance: distance)
    return Coordinate(latitude: place.latitude, longitude: place.longitude)
  }

  private func way(to other: Coordinate) -> Geodesic {
    .between(latitude, longitude, other.latitude, other.longitude)
  }
}
