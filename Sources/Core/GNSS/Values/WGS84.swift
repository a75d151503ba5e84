/// The ellipsoid of GPS.
package enum WGS84 {
  /// Meters from the center to the equator.
  package static let equatorialRadius = 6_378_137.0
  /// The relative difference between the equatorial and the polar radius.
  package static let flattening = 1 / 298.257_223_563
  /// Meters from the center to a pole.
  package static let polarRadius = equatorialRadius * (1 - flattening)
  package static let eccentricitySquared = flattening * (2 - flattening)
  /// Meters in a degree of the equator.
  package static let degree = equatorialRadius * .pi / 180

  /// The radii of curvature in meters, northward and eastward, at the sine of a latitude.
  package static func curvature(sine: Double) -> (north: Double, east: Double) {
    let square = 1 - eccentricitySquared * sine * sine
    let east = equatorialRadius / SquareRoot.of(square)
    return (east * (1 - eccentricitySquared) / square, east)
  }
}
