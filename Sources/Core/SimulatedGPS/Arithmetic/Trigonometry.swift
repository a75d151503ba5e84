/// Trigonometry without libm, which differs between machines: the same seed must give the same bytes.
///
/// Only the four operations and the square root are used, which IEEE 754 rounds identically everywhere.
enum Trigonometry {
  static let radiansPerDegree = 0.017_453_292_519_943_295
  static let degreesPerRadian = 57.295_779_513_082_32

  /// Sine and cosine of an angle in radians; accurate to 1e-15 up to a million turns.
  @inline(__always)
  static func sineCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let quarters = angle * 0.636_619_772_367_581_4
    let turn = Int64(quarters < 0 ? quarters - 0.5 : quarters + 0.5)
    // π/2 in two parts: the first has so few bits that its multiples are exact.
    let rest = (angle - Double(turn) * 1.570_796_326_734_125_6) - Double(turn) * 6.077_100_506_506_192e-11
    let square = rest * rest
    var sine = -7.647_163_731_819_816e-13
    sine = sine * square + 1.605_904_383_682_161_5e-10
    sine = sine * square - 2.505_210_838_544_172e-8
    sine = sine * square + 2.755_731_922_398_589_3e-6
    sine = sine * square - 1.984_126_984_126_984e-4
    sine = sine * square + 8.333_333_333_333_333e-3
    sine = sine * square - 0.166_666_666_666_666_66
    sine = rest + rest * square * sine
    var cosine = 4.779_477_332_387_385e-14
    cosine = cosine * square - 1.147_074_559_772_972_5e-11
    cosine = cosine * square + 2.087_675_698_786_81e-9
    cosine = cosine * square - 2.755_731_922_398_589e-7
    cosine = cosine * square + 2.480_158_730_158_73e-5
    cosine = cosine * square - 1.388_888_888_888_889e-3
    cosine = cosine * square + 4.166_666_666_666_666_4e-2
    cosine = cosine * square - 0.5
    cosine = 1 + square * cosine
    switch turn & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sineCosine(angle).sine }
  /// Cosine of an angle in radians.
  static func cosine(_ angle: Double) -> Double { sineCosine(angle).cosine }

  /// The angle of a vector in radians, −π to π; zero for the zero vector.
  static func arctangent(_ across: Double, _ along: Double) -> Double {
    let high = max(abs(across), abs(along))
    guard high > 0 else { return 0 }
    let low = min(abs(across), abs(along))
    var angle = firstOctant(low / high)
    if abs(across) > abs(along) { angle = 1.570_796_326_794_896_6 - angle }
    if along < 0 { angle = 3.141_592_653_589_793 - angle }
    return across < 0 ? -angle : angle
  }

  /// The angle whose sine is a number from −1 to 1.
  static func arcsine(_ sine: Double) -> Double {
    arctangent(sine, max(0, (1 - sine) * (1 + sine)).squareRoot())
  }

  /// The arc tangent of 0 to 1; reduced by 30 degrees where the series would converge slowly.
  private static func firstOctant(_ tangent: Double) -> Double {
    let root3 = 1.732_050_807_568_877_2
    let isSteep = tangent > 0.267_949_192_431_122_7
    let small = isSteep ? (tangent * root3 - 1) / (tangent + root3) : tangent
    let square = small * small
    var sum = 0.0
    var divisor = 23.0
    while divisor > 0 {
      sum = 1 / divisor - square * sum
      divisor -= 2
    }
    return (isSteep ? 0.523_598_775_598_298_9 : 0) + small * sum
  }

  /// Normalizes an angle in degrees to 0..<360.
  static func inCircle(_ degrees: Double) -> Double {
    guard degrees.isFinite, abs(degrees) < 1e15 else { return 0 }
    let turns = Double(Int64(degrees / 360))
    let rest = degrees - turns * 360
    let positive = rest < 0 ? rest + 360 : rest
    return positive >= 360 ? positive - 360 : positive
  }

  /// Normalizes an angle in degrees to −180..<180.
  static func aroundZero(_ degrees: Double) -> Double { inCircle(degrees + 180) - 180 }
}

/// Three components: meters along three axes, or a direction.
struct Vector: Sendable, Hashable {
  var x: Double
  var y: Double
  var z: Double

  init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  var length: Double { dot(self).squareRoot() }

  @inline(__always)
  func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Vector) -> Vector {
    Vector(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  @inline(__always)
  static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y, a.z - b.z) }
  @inline(__always)
  static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y, a.z + b.z) }
  @inline(__always)
  static func * (a: Vector, factor: Double) -> Vector { Vector(a.x * factor, a.y * factor, a.z * factor) }
}
