/// An Earth-centered position or velocity in meters: x towards 0° east, y towards 90° east, z north.
struct EarthCentered: Hashable {
  var x: Double
  var y: Double
  var z: Double

  /// Latitude, longitude, and meters above the ellipsoid; nil within 100 km of the center.
  ///
  /// Uses Bowring's formula with ratios instead of sine and cosine: the pure modules do not link libm.
  var geodetic: (coordinate: Coordinate, altitude: Double)? {
    guard let frame = LocalFrame(self) else { return nil }
    let latitude = Bearing.degrees(east: frame.sineLatitude, north: frame.cosineLatitude) ?? 0
    let longitude = Bearing.degrees(east: frame.sineLongitude, north: frame.cosineLongitude) ?? 0
    let sine = frame.sineLatitude
    let altitude =
      frame.axisDistance * frame.cosineLatitude + z * sine
      - WGS84.curvature(sine: sine).east * (1 - WGS84.eccentricitySquared * sine * sine)
    guard
      let coordinate = Coordinate(
        latitude: latitude > 180 ? latitude - 360 : latitude,
        longitude: longitude > 180 ? longitude - 360 : longitude)
    else { return nil }
    return (coordinate, altitude)
  }

  /// This velocity at a position, as east, north and up components.
  func velocity(at place: EarthCentered) -> (east: Double, north: Double, up: Double)? {
    guard let frame = LocalFrame(place) else { return nil }
    let along = frame.cosineLongitude * x + frame.sineLongitude * y
    return (
      frame.cosineLongitude * y - frame.sineLongitude * x,
      frame.cosineLatitude * z - frame.sineLatitude * along,
      frame.cosineLatitude * along + frame.sineLatitude * z
    )
  }

  private struct LocalFrame {
    let axisDistance: Double
    let sineLatitude: Double
    let cosineLatitude: Double
    let sineLongitude: Double
    let cosineLongitude: Double

    init?(_ place: EarthCentered) {
      axisDistance = SquareRoot.of(place.x * place.x + place.y * place.y)
      guard place.x.isFinite, place.y.isFinite, place.z.isFinite else { return nil }
      guard axisDistance > 100_000 || abs(place.z) > 100_000 else { return nil }
      // On the axis, any longitude is correct.
      sineLongitude = axisDistance > 0 ? place.y / axisDistance : 0
      cosineLongitude = axisDistance > 0 ? place.x / axisDistance : 1
      // Reduced latitude to geodetic latitude: two iterations are accurate to a millimeter up to 1000 km.
      var (sine, cosine) = Self.direction(place.z * WGS84.equatorialRadius, axisDistance * WGS84.polarRadius)
      let eccentricity = WGS84.eccentricitySquared
      let second = eccentricity / (1 - eccentricity)
      var latitude = (sine: 0.0, cosine: 1.0)
      for _ in 0..<2 {
        latitude = Self.direction(
          place.z + second * WGS84.polarRadius * sine * sine * sine,
          axisDistance - eccentricity * WGS84.equatorialRadius * cosine * cosine * cosine)
        (sine, cosine) = Self.direction(
          latitude.sine * WGS84.polarRadius, latitude.cosine * WGS84.equatorialRadius)
      }
      sineLatitude = latitude.sine
      cosineLatitude = latitude.cosine
    }

    /// Sine and cosine of the angle between two sides of a right triangle.
    private static func direction(_ across: Double, _ along: Double) -> (sine: Double, cosine: Double) {
      let length = SquareRoot.of(across * across + along * along)
      return length > 0 ? (across / length, along / length) : (0, 1)
    }
  }
}
