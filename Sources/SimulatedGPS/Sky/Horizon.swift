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
