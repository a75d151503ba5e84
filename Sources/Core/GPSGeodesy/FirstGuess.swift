internal import Glibc

/// The azimuth at the start on a sphere, with special treatment of nearly antipodal places.
struct FirstGuess {
  private(set) var azimuth: Angle
  /// For a path too short to need an iteration: its arc on the sphere in radians, and the azimuth at its end.
  private(set) var shortArc: Double?
  private(set) var azimuthAtEnd: Angle?
  /// The scale of the sphere for a short path.
  private(set) var stretch = 1.0

  init(_ problem: InverseProblem) {
    let (start, end) = (problem.start, problem.end)
    let apart = end.subtracting(start)
    let isShort =
      apart.cosine >= 0 && apart.sine < 0.5 && end.cosine * problem.longitudeDegrees * .pi / 180 < 0.5
    // The longitude on the sphere (ω₁₂); for a short path, scaled by the flattening at its middle.
    var turn = problem.longitude
    if isShort {
      let sines = (start.sine + end.sine) * (start.sine + end.sine)
      let cosines = (start.cosine + end.cosine) * (start.cosine + end.cosine)
      stretch = sqrt(1 + problem.ellipsoid.secondEccentricitySquared * sines / (sines + cosines))
      turn = Angle(
        radians: problem.longitudeDegrees * .pi / 180 / ((1 - problem.ellipsoid.flattening) * stretch))
    }

    azimuth = Self.spherical(start, end, turn)
    let sine = hypot(azimuth.sine, azimuth.cosine)
    let cosine = start.sine * end.sine + start.cosine * end.cosine * turn.cosine
    let flattening = abs(problem.ellipsoid.thirdFlattening)
    if isShort, sine < Self.longestShort(problem.ellipsoid) {
      shortArc = atan2(sine, cosine)
      azimuthAtEnd = Self.sphericalAtEnd(start, end, turn, apart)
    } else if flattening < 0.1, cosine < 0,
      sine < 6 * flattening * .pi * start.cosine * start.cosine
    {
      azimuth = Self.antipodal(problem)
    }
    azimuth = azimuth.sine > 0 ? azimuth.normalized : Angle(sine: 1, cosine: 0)
  }

  /// Up to this length, a short path on the sphere is accurate to the last digits.
  private static func longestShort(_ ellipsoid: Ellipsoid) -> Double {
    let flattening = max(0.001, abs(ellipsoid.flattening))
    return 0.1 * sqrt(Double.ulpOfOne) / sqrt(flattening * min(1, 1 - ellipsoid.flattening / 2) / 2)
  }

  /// The azimuth on the sphere, not normalized: its length is the sine of the arc (equation 49).
  private static func spherical(_ start: Angle, _ end: Angle, _ turn: Angle) -> Angle {
    let squared = turn.sine * turn.sine
    // These forms are equivalent; the first does not cancel for near places, the second for distant ones.
    let cosine =
      turn.cosine >= 0
      ? end.subtracting(start).sine + end.cosine * start.sine * squared / (1 + turn.cosine)
      : end.adding(start).sine - end.cosine * start.sine * squared / (1 - turn.cosine)
    return Angle(sine: end.cosine * turn.sine, cosine: cosine)
  }

  /// The azimuth at the end on the sphere (equation 50).
  private static func sphericalAtEnd(_ start: Angle, _ end: Angle, _ turn: Angle, _ apart: Angle) -> Angle {
    let lift = turn.cosine >= 0 ? turn.sine * turn.sine / (1 + turn.cosine) : 1 - turn.cosine
    return Angle(
      sine: start.cosine * turn.sine, cosine: apart.sine - start.cosine * end.sine * lift
    ).normalized
  }

  /// The azimuth toward a nearly antipodal place (section 5 of the paper).
  ///
  /// There the geodesics from one start touch a small astroid, and the place's position within it decides.
  private static func antipodal(_ problem: InverseProblem) -> Angle {
    let (start, end, ellipsoid) = (problem.start, problem.end, problem.ellipsoid)
    let epsilon = ellipsoid.epsilon(equatorialCosine: start.sine)
    let width = ellipsoid.flattening * start.cosine * ellipsoid.longitudeSeries.scale(epsilon) * .pi
    let height = width * start.cosine
    let short = Angle(sine: -problem.longitude.sine, cosine: -problem.longitude.cosine).radians
    let x = short / width
    let y = end.adding(start).sine / height
    if y > -200 * Double.ulpOfOne, x > -1 - 1000 * sqrt(Double.ulpOfOne) {
      // On the cut, where the astroid's formula divides zero by zero.
      let sine = min(1, -x)
      return Angle(sine: sine, cosine: -sqrt(1 - sine * sine))
    }
    let root = Astroid.root(x, y)
    let turn = Angle(radians: width * -x * root / (1 + root))
    return spherical(start, end, Angle(sine: turn.sine, cosine: -turn.cosine))
  }
}

/// The astroid touched by geodesics at the antipode of their start.
private enum Astroid {
  /// The positive root of κ⁴ + 2κ³ − (x² + y² − 1)κ² − 2y²κ − y² = 0 (equations 55 and 57 of the paper).
  ///
  /// The quartic is solved through its cubic, in a form without cancellation.
  static func root(_ x: Double, _ y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    // On the axis y = 0 inside the astroid: κ = 0.
    guard q != 0 || r > 0 else { return 0 }
    let s = p * q / 4
    let cube = r * r * r
    let discriminant = s * (s + 2 * cube)
    var u = r
    if discriminant >= 0 {
      var sum = s + cube
      sum += sum < 0 ? -sqrt(discriminant) : sqrt(discriminant)
      let t = cbrt(sum)
      u += t + (t != 0 ? r * r / t : 0)
    } else {
      // Three real roots; use the one that needs no subtraction.
      let angle = atan2(sqrt(-discriminant), -(s + cube))
      u += 2 * r * cos(angle / 3)
    }
    let v = sqrt(u * u + q)
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / (sqrt(uv + w * w) + w)
  }
}
