internal import Glibc

/// An angle stored as sine and cosine, which keeps the quadrant and avoids rounding at the poles.
struct Angle: Sendable {
  /// Smaller than any relevant cosine, but large enough as a divisor.
  static let tiny = 1.5e-154

  var sine: Double
  var cosine: Double

  init(sine: Double, cosine: Double) { (self.sine, self.cosine) = (sine, cosine) }

  init(radians: Double) {
    sine = sin(radians)
    cosine = cos(radians)
  }

  /// Creates an angle that is exact at the multiples of 90 degrees, where π is not.
  init(degrees: Double) {
    let turn = remainder(degrees, 360)
    let quarter = (turn / 90).rounded()
    let rest = (turn - 90 * quarter) * .pi / 180
    let (s, c) = (sin(rest), cos(rest))
    switch Int(quarter) {
    case 0: (sine, cosine) = (s, c)
    case 1: (sine, cosine) = (c, -s)
    case -1: (sine, cosine) = (-c, s)
    default: (sine, cosine) = (-s, -c)
    }
  }

  var radians: Double { atan2(sine, cosine) }

  /// The azimuth in degrees clockwise from north, in 0..<360.
  var bearing: Double {
    let degrees = radians * 180 / .pi
    // An angle slightly below 0 would round to 360.
    return degrees < 0 ? (degrees + 360 < 360 ? degrees + 360 : 0) : degrees == 0 ? 0 : degrees
  }

  /// The difference from one angle in degrees to another, −180 to 180.
  static func difference(_ from: Double, _ to: Double) -> Double { remainder(to - from, 360) }

  /// The same direction with a length of one.
  var normalized: Angle {
    let length = hypot(sine, cosine)
    return Angle(sine: sine / length, cosine: cosine / length)
  }

  func adding(_ other: Angle) -> Angle {
    Angle(sine: sine * other.cosine + cosine * other.sine, cosine: cosine * other.cosine - sine * other.sine)
  }

  func subtracting(_ other: Angle) -> Angle { adding(Angle(sine: -other.sine, cosine: other.cosine)) }

  /// The sine if it can only be negative by rounding; never −0, which would mean −π.
  var positiveSine: Double { sine > 0 ? sine : 0 }

  /// The difference from an angle to this one in radians, 0 to π; a rounding error below zero becomes zero.
  func distance(from other: Angle) -> Double {
    let difference = subtracting(other)
    return atan2(difference.positiveSine, difference.cosine)
  }
}
