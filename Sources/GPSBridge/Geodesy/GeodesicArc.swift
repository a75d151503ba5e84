/// A piece of a geodesic on the auxiliary sphere, between two places on it.
struct GeodesicArc {
  /// The arc from the equator to each end (σ₁, σ₂).
  var start: Angle
  var end: Angle
  /// The arc between them in radians (σ₁₂).
  var length: Double
  /// The small number of this geodesic (ε).
  var epsilon: Double

  /// The distance on the ellipsoid, in polar radii (s₁₂ / b).
  var distance: Double {
    let series = SineSeries.distance(epsilon)
    return SineSeries.distanceScale(epsilon) * (length + series.difference(start, end))
  }

  /// By how much the end moves sideways when the azimuth at the start is turned, in polar radii (m₁₂ / b).
  ///
  /// The stretches are those of the ellipsoid at the two ends.
  func reducedLength(_ stretchAtStart: Double, _ stretchAtEnd: Double) -> Double {
    let (a1, a2) = (SineSeries.distanceScale(epsilon), SineSeries.reducedLengthScale(epsilon))
    let b1 = a1 * SineSeries.distance(epsilon).difference(start, end)
    let b2 = a2 * SineSeries.reducedLength(epsilon).difference(start, end)
    let j = (a1 - a2) * length + (b1 - b2)
    return stretchAtEnd * (start.cosine * end.sine) - stretchAtStart * (start.sine * end.cosine)
      - start.cosine * end.cosine * j
  }
}
