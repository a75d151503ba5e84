internal import Glibc

/// An angle as its sine and cosine: no quadrant is lost, and nothing is rounded at the poles.
struct Angle: Sendable {
  /// Smaller than any cosine that matters, and large enough to divide by.
  static let tiny = 1.5e-154

  var sine: Double
  var cosine: Double

  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  init(radians: Double) {
    sine = sin(radians)
    cosine = cos(radians)
  }

  /// Exact at the multiples of 90 degrees, where π is not.
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

  /// Degrees clockwise from north, 0 up to but not 360, of an azimuth.
  var bearing: Double {
    let degrees = radians * 180 / .pi
    // A hair left of north would round to 360.
    return degrees < 0 ? (degrees + 360 < 360 ? degrees + 360 : 0) : degrees == 0 ? 0 : degrees
  }

  /// The way from one angle in degrees to another, −180 to 180.
  static func difference(_ from: Double, _ to: Double) -> Double { remainder(to - from, 360) }

  /// The same direction with a length of one.
  var normalized: Angle {
    let length = hypot(sine, cosine)
    return Angle(sine: sine / length, cosine: cosine / length)
  }

  func adding(_ other: Angle) -> Angle {
    Angle(
      sine: sine * other.cosine + cosine * other.sine, cosine: cosine * other.cosine - sine * other.sine)
  }

  func subtracting(_ other: Angle) -> Angle { adding(Angle(sine: -other.sine, cosine: other.cosine)) }

  /// The sine where it can't be below zero but for rounding; never the zero with a minus, that would mean −π.
  var positiveSine: Double { sine > 0 ? sine : 0 }

  /// The way from another angle to this one in radians, 0 to π; rounding below zero is zero.
  func distance(from other: Angle) -> Double {
    let difference = subtracting(other)
    return atan2(difference.positiveSine, difference.cosine)
  }
}
