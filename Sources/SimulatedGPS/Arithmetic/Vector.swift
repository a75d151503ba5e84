/// Three numbers that belong together: metres along three axes, or a direction.
struct Vector: Sendable, Hashable {
  var x: Double
  var y: Double
  var z: Double

  /// Makes a vector of its three numbers.
  init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// How long it is.
  var length: Double { dot(self).squareRoot() }

  /// The product that measures how much two point the same way.
  @inline(__always)
  func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

  /// The product that stands upright on both.
  func cross(_ other: Vector) -> Vector {
    Vector(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The difference.
  @inline(__always)
  static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y, a.z - b.z) }
  /// The sum.
  @inline(__always)
  static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y, a.z + b.z) }
  /// So many times as long.
  @inline(__always)
  static func * (a: Vector, factor: Double) -> Vector { Vector(a.x * factor, a.y * factor, a.z * factor) }
}
