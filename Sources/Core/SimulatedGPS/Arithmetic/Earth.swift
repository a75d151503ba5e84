internal import GNSS

/// The Earth as a body that turns and attracts, on the ellipsoid of GPS.
enum Earth {
  /// The mean radius in meters.
  static let meanRadius = 6_371_008.8
  /// The rotation rate in radians per second, relative to the equinox, which precesses slowly.
  static let rotation = 7.292_115_855_3e-5
  /// The gravitational parameter in cubic meters per second squared.
  static let gravitation = 3.986_004_418e14

  /// Meters per radian of latitude and longitude, at a latitude and a height above the ellipsoid.
  static func radii(sine: Double, cosine: Double, height: Double) -> (north: Double, east: Double) {
    let radii = WGS84.curvature(sine: sine)
    return (radii.north + height, (radii.east + height) * cosine)
  }

  /// Meters per degree of latitude and longitude.
  static func metersPerDegree(latitude: Double, height: Double) -> (north: Double, east: Double) {
    let (sine, cosine) = Trigonometry.sineCosine(latitude * Trigonometry.radiansPerDegree)
    let radii = radii(sine: sine, cosine: cosine, height: height)
    // At a pole a degree of longitude has no length; callers divide by this value, so it must not be zero.
    return (
      radii.north * Trigonometry.radiansPerDegree, max(radii.east * Trigonometry.radiansPerDegree, 1e-3)
    )
  }
}

/// An observer's position in space, with the directions north, east and up.
struct Horizon: Sendable {
  /// Meters from the center of the Earth, along Earth-fixed axes.
  let position: Vector
  let north: Vector
  let east: Vector
  let up: Vector

  /// Creates an observer at a position in degrees and meters above the ellipsoid.
  init(latitude: Double, longitude: Double, height: Double) {
    let (sinLat, cosLat) = Trigonometry.sineCosine(latitude * Trigonometry.radiansPerDegree)
    let (sinLon, cosLon) = Trigonometry.sineCosine(longitude * Trigonometry.radiansPerDegree)
    let normal = WGS84.curvature(sine: sinLat).east
    up = Vector(cosLat * cosLon, cosLat * sinLon, sinLat)
    east = Vector(-sinLon, cosLon, 0)
    north = Vector(-sinLat * cosLon, -sinLat * sinLon, cosLat)
    position = Vector(
      (normal + height) * up.x, (normal + height) * up.y,
      (normal * (1 - WGS84.eccentricitySquared) + height) * sinLat)
  }

  /// The direction to a point as a unit vector: east, north and up.
  @inline(__always)
  func direction(to point: Vector) -> Vector {
    let way = point - position
    let scale = 1 / way.length
    return Vector(way.dot(east) * scale, way.dot(north) * scale, way.dot(up) * scale)
  }
}
