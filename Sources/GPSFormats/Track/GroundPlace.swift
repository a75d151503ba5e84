internal import GNSS
internal import Glibc

/// A place on the ellipsoid (WGS 84) in metres from the middle of the earth; its height is left out.
struct GroundPlace: Sendable {
  var position: SpaceVector
  /// Straight up, of length 1.
  var up: SpaceVector
  /// How quickly directions turn on the way east: the tangent of the latitude.
  var turning: Double

  private static let radius = 6_378_137.0
  private static let eccentricity2 = 0.006_694_379_990_141_317

  init(_ coordinate: Coordinate) {
    let latitude = coordinate.latitude * .pi / 180
    let longitude = coordinate.longitude * .pi / 180
    let (sine, cosine) = (sin(latitude), cos(latitude))
    let curvature = Self.radius / (1 - Self.eccentricity2 * sine * sine).squareRoot()
    up = SpaceVector(x: cosine * cos(longitude), y: cosine * sin(longitude), z: sine)
    position = SpaceVector(
      x: curvature * up.x, y: curvature * up.y, z: curvature * (1 - Self.eccentricity2) * sine)
    turning = abs(tan(latitude))
  }
}

/// Three numbers that belong together.
struct SpaceVector: Sendable {
  var x, y, z: Double

  static func - (a: SpaceVector, b: SpaceVector) -> SpaceVector {
    SpaceVector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  static func + (a: SpaceVector, b: SpaceVector) -> SpaceVector {
    SpaceVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  func dot(_ other: SpaceVector) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: SpaceVector) -> SpaceVector {
    SpaceVector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  var length: Double { dot(self).squareRoot() }
}
