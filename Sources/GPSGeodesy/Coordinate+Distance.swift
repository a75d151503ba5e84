public import GNSS

extension Coordinate {
  /// The shortest way to another place over the ellipsoid, in metres; heights do not count.
  ///
  /// It is right to a fraction of a millimetre everywhere, also at the poles and between antipodes.
  /// A sphere would be wrong by up to half a per cent: 5 m in a kilometre.
  ///
  /// ```swift
  /// berlin.distance(to: paris)      // 879 699 m
  /// ```
  public func distance(to other: Coordinate) -> Double { way(to: other).distance }

  /// The direction in which the shortest way to another place begins, in degrees from true north, 0 ..< 360.
  ///
  /// Nil if both are the same place: there is no direction then. At a pole, where every direction is south (or north),
  /// it is counted from this coordinate's own meridian.
  public func initialBearing(to other: Coordinate) -> Double? {
    let way = way(to: other)
    return way.distance > 0 ? way.azimuthAtStart.bearing : nil
  }

  /// The direction in which one arrives at another place, in degrees from true north, 0 ..< 360.
  ///
  /// On a sphere and on an ellipsoid a shortest way turns as one walks: this is not the initial bearing.
  /// Nil if both are the same place.
  public func finalBearing(to other: Coordinate) -> Double? {
    let way = way(to: other)
    return way.distance > 0 ? way.azimuthAtEnd.bearing : nil
  }

  /// The place at a distance in metres, straight on in a direction from true north in degrees.
  ///
  /// A negative distance leads backwards. Nil if a number is infinite or none.
  public func destination(bearing: Double, distance: Double) -> Coordinate? {
    guard bearing.isFinite, distance.isFinite else { return nil }
    let place = DirectProblem.destination(latitude, longitude, bearing: bearing, distance: distance)
    return Coordinate(latitude: place.latitude, longitude: place.longitude)
  }

  private func way(to other: Coordinate) -> Geodesic {
    .between(latitude, longitude, other.latitude, other.longitude)
  }
}
