/// The Earth's figure: the ellipsoid of WGS 84.
enum Earth {
  /// Metres from the middle to the equator.
  static let equatorialRadius = 6_378_137.0
  /// The square of the first eccentricity.
  static let eccentricitySquared = 6.694_379_990_141_317e-3
  /// Metres, the mean radius.
  static let meanRadius = 6_371_008.8
  /// Radians per second, against the equinox, which itself wanders a little among the stars.
  static let rotation = 7.292_115_855_3e-5
  /// Cubic metres per second squared: what holds satellites.
  static let gravitation = 3.986_004_418e14

  /// Metres for each radian of latitude and of longitude, at a latitude and a height above the ellipsoid.
  static func radii(sine: Double, cosine: Double, height: Double) -> (north: Double, east: Double) {
    let square = 1 - eccentricitySquared * sine * sine
    let root = square.squareRoot()
    let meridian = equatorialRadius * (1 - eccentricitySquared) / (square * root)
    return (meridian + height, (equatorialRadius / root + height) * cosine)
  }

  /// Metres for each degree of latitude and of longitude.
  static func metresPerDegree(latitude: Double, height: Double) -> (north: Double, east: Double) {
    let (sine, cosine) = Trigonometry.sineCosine(latitude * Trigonometry.radiansPerDegree)
    let radii = radii(sine: sine, cosine: cosine, height: height)
    // At a pole a degree of longitude has no length: nothing moves by it there.
    return (
      radii.north * Trigonometry.radiansPerDegree, max(radii.east * Trigonometry.radiansPerDegree, 1e-3)
    )
  }
}

/// A place as the sky sees it: where it is in space, and which way north, east and up point there.
struct Horizon: Sendable {
  /// Metres from the middle of the Earth, axes fixed to it.
  let position: Vector
  let north: Vector
  let east: Vector
  let up: Vector

  /// Takes a place in degrees, and metres above the ellipsoid.
  init(latitude: Double, longitude: Double, height: Double) {
    let (sinLat, cosLat) = Trigonometry.sineCosine(latitude * Trigonometry.radiansPerDegree)
    let (sinLon, cosLon) = Trigonometry.sineCosine(longitude * Trigonometry.radiansPerDegree)
    let normal = Earth.equatorialRadius / (1 - Earth.eccentricitySquared * sinLat * sinLat).squareRoot()
    up = Vector(cosLat * cosLon, cosLat * sinLon, sinLat)
    east = Vector(-sinLon, cosLon, 0)
    north = Vector(-sinLat * cosLon, -sinLat * sinLon, cosLat)
    position = Vector(
      (normal + height) * up.x, (normal + height) * up.y,
      (normal * (1 - Earth.eccentricitySquared) + height) * sinLat)
  }

  /// The direction to a point: east, north and up, of length 1.
  @inline(__always)
  func direction(to point: Vector) -> Vector {
    let way = point - position
    let scale = 1 / way.length
    return Vector(way.dot(east) * scale, way.dot(north) * scale, way.dot(up) * scale)
  }
}
