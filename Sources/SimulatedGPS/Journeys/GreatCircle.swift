/// The straight way over the globe from one place to another.
struct GreatCircle: Sendable {
  private let start: Vector
  /// A quarter of the circle on.
  private let ahead: Vector
  /// Metres.
  let length: Double

  /// Nil between places that lie opposite each other, where every way is the shortest, and for no way at all.
  init?(from origin: Scenario.Place, to goal: Scenario.Place) {
    start = Self.direction(origin)
    let end = Self.direction(goal)
    let upright = start.cross(end)
    let sine = upright.length
    guard sine > 1e-9 else { return nil }
    ahead = upright.cross(start) * (1 / sine)
    length = Trigonometry.arctangent(sine, start.dot(end)) * Earth.meanRadius
  }

  private static func direction(_ place: Scenario.Place) -> Vector {
    let (sinLat, cosLat) = Trigonometry.sineCosine(place.latitude * Trigonometry.radiansPerDegree)
    let (sinLon, cosLon) = Trigonometry.sineCosine(place.longitude * Trigonometry.radiansPerDegree)
    return Vector(cosLat * cosLon, cosLat * sinLon, sinLat)
  }

  /// The position after some metres, and the motion at some metres per second.
  ///
  /// The way is that of a globe; speed and course are those over the ellipsoid which belong to it.
  func motion(way: Double, speed: Double, altitude: Double, height: Double) -> Scenario.Motion {
    let (sine, cosine) = Trigonometry.sineCosine(way / Earth.meanRadius)
    let point = start * cosine + ahead * sine
    let heading = ahead * cosine - start * sine
    let across = (point.x * point.x + point.y * point.y).squareRoot()
    let latitude = Trigonometry.arctangent(point.z, across)
    let longitude = Trigonometry.arctangent(point.y, point.x)
    var motion = Scenario.Motion(
      latitude: latitude * Trigonometry.degreesPerRadian,
      longitude: longitude * Trigonometry.degreesPerRadian, altitude: altitude)
    guard across > 1e-9 else { return motion }
    let rate = speed / Earth.meanRadius
    let radii = Earth.radii(sine: point.z, cosine: across, height: height)
    motion.north = heading.z / across * rate * radii.north
    motion.east = (heading.y * point.x - heading.x * point.y) / (across * across) * rate * radii.east
    return motion
  }
}
