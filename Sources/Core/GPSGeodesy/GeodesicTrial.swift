internal import Glibc

/// One trial: the geodesic from the first place at an azimuth, up to the latitude of the second place.
struct GeodesicTrial {
  /// The longitude error in radians.
  var error: Double
  var arc: GeodesicArc
  var azimuthAtEnd: Angle
  private let isAtVertex: Bool

  /// Follows the geodesic (equations 5, 8, 10 to 13, 45 of the paper).
  init(_ problem: InverseProblem, _ azimuth: Angle) {
    let (start, end, ellipsoid) = (problem.start, problem.end, problem.ellipsoid)
    var azimuth = azimuth
    // Along the equator, north and south are indistinguishable, so choose an azimuth slightly south.
    if start.sine == 0, azimuth.cosine == 0 { azimuth.cosine = -Angle.tiny }

    // The azimuth at which the path crosses the equator (α₀).
    let equatorial = Angle(
      sine: azimuth.sine * start.cosine, cosine: hypot(azimuth.cosine, azimuth.sine * start.sine))
    azimuthAtEnd = Self.azimuthAtEnd(start, end, azimuth, equatorial)

    // From there to both ends: along the path (σ), and in longitude on the sphere (ω).
    let along1 = Angle(sine: start.sine, cosine: azimuth.cosine * start.cosine)
    let along2 = Angle(sine: end.sine, cosine: azimuthAtEnd.cosine * end.cosine)
    let across1 = Angle(sine: equatorial.sine * start.sine, cosine: along1.cosine)
    let across2 = Angle(sine: equatorial.sine * end.sine, cosine: along2.cosine)
    let (from, to) = (along1.normalized, along2.normalized)
    let epsilon = ellipsoid.epsilon(equatorialCosine: equatorial.cosine)
    arc = GeodesicArc(start: from, end: to, length: to.distance(from: from), epsilon: epsilon)

    // The longitude error: the value on the sphere minus the effect of the flattening.
    let turn = across2.subtracting(across1)
    let missed = Angle(sine: turn.positiveSine, cosine: turn.cosine).subtracting(problem.longitude).radians
    let series = ellipsoid.longitudeSeries
    let flattened =
      ellipsoid.flattening * series.scale(epsilon) * equatorial.sine
      * (arc.length + series.terms(epsilon).difference(from, to))
    error = missed - flattened
    isAtVertex = azimuthAtEnd.cosine == 0
  }

  /// The derivative of the error with respect to the azimuth (equation 46).
  func slope(_ problem: InverseProblem) -> Double {
    let flat = 1 - problem.ellipsoid.flattening
    if isAtVertex { return -2 * flat * problem.stretchAtStart / problem.start.sine }
    return arc.reducedLength(problem.stretchAtStart, problem.stretchAtEnd) * flat
      / (azimuthAtEnd.cosine * problem.end.cosine)
  }

  /// Applies Clairaut's relation: sin α cos β is constant along the path.
  ///
  /// The cosine is a difference of squares, written so that nothing cancels.
  private static func azimuthAtEnd(
    _ start: Angle, _ end: Angle, _ azimuth: Angle, _ equatorial: Angle
  ) -> Angle {
    guard end.cosine != start.cosine || abs(end.sine) != -start.sine else {
      return Angle(sine: azimuth.sine, cosine: abs(azimuth.cosine))
    }
    let sine = end.cosine != start.cosine ? equatorial.sine / end.cosine : azimuth.sine
    let along = azimuth.cosine * start.cosine
    let squares =
      start.cosine < -start.sine
      ? (end.cosine - start.cosine) * (start.cosine + end.cosine)
      : (start.sine - end.sine) * (start.sine + end.sine)
    return Angle(sine: sine, cosine: sqrt(along * along + squares) / end.cosine)
  }
}

/// A section of a geodesic on the auxiliary sphere.
struct GeodesicArc {
  /// The arc from the equator to each end (σ₁, σ₂).
  var start: Angle
  var end: Angle
  /// The arc between them in radians (σ₁₂).
  var length: Double
  /// The small parameter of this geodesic (ε).
  var epsilon: Double

  /// The distance on the ellipsoid, in polar radii (s₁₂ / b).
  var distance: Double {
    let series = SineSeries.distance(epsilon)
    return SineSeries.distanceScale(epsilon) * (length + series.difference(start, end))
  }

  /// The sideways displacement of the end per change of the initial azimuth, in polar radii (m₁₂ / b).
  ///
  /// The parameters are the ellipsoid's `stretch` at the two ends.
  func reducedLength(_ stretchAtStart: Double, _ stretchAtEnd: Double) -> Double {
    let (a1, a2) = (SineSeries.distanceScale(epsilon), SineSeries.reducedLengthScale(epsilon))
    let b1 = a1 * SineSeries.distance(epsilon).difference(start, end)
    let b2 = a2 * SineSeries.reducedLength(epsilon).difference(start, end)
    let j = (a1 - a2) * length + (b1 - b2)
    return stretchAtEnd * (start.cosine * end.sine) - stretchAtStart * (start.sine * end.cosine)
      - start.cosine * end.cosine * j
  }
}
