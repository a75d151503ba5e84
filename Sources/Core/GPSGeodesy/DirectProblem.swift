internal import Glibc

/// The direct problem: the place at a given distance and direction.
///
/// No iteration is needed: two series forward and one back (section 2 of Karney's paper, see ``SineSeries``).
enum DirectProblem {
  /// The latitude and longitude reached, in degrees.
  static func destination(
    _ latitude: Double, _ longitude: Double, bearing: Double, distance: Double,
    on ellipsoid: Ellipsoid = .wgs84
  ) -> (latitude: Double, longitude: Double) {
    let azimuth = Angle(degrees: bearing)
    let start = ellipsoid.reducedLatitude(latitude)
    let equatorial = Angle(
      sine: azimuth.sine * start.cosine, cosine: hypot(azimuth.cosine, azimuth.sine * start.sine))
    let epsilon = ellipsoid.epsilon(equatorialCosine: equatorial.cosine)

    // From the equator to the start, as arc (σ₁) and as distance (τ₁).
    let isOnEquator = start.sine == 0 && azimuth.cosine == 0
    let along =
      isOnEquator
      ? Angle(sine: 0, cosine: 1)
      : Angle(sine: start.sine, cosine: azimuth.cosine * start.cosine).normalized
    let distanceSeries = SineSeries.distance(epsilon)
    let ahead = distanceSeries.sum(along)
    let walked = distance / (ellipsoid.polarRadius * SineSeries.distanceScale(epsilon))
    let tau = along.adding(Angle(radians: ahead)).adding(Angle(radians: walked))

    // Back to arc (σ₂), and from there to the sphere's coordinates.
    let arc = walked + SineSeries.arc(epsilon).sum(tau) + ahead
    let reached = along.adding(Angle(radians: arc))
    let sine = equatorial.cosine * reached.sine
    let cosine = max(hypot(equatorial.sine, equatorial.cosine * reached.cosine), Angle.tiny)
    let across1 = Angle(sine: equatorial.sine * along.sine, cosine: along.cosine)
    let across2 = Angle(sine: equatorial.sine * reached.sine, cosine: reached.cosine)
    let series = ellipsoid.longitudeSeries
    let flattened =
      ellipsoid.flattening * series.scale(epsilon) * equatorial.sine
      * (arc + series.terms(epsilon).difference(along, reached))
    let east = (across2.subtracting(across1).radians - flattened) * 180 / .pi
    return (
      atan2(sine, (1 - ellipsoid.flattening) * cosine) * 180 / .pi,
      remainder(remainder(longitude, 360) + remainder(east, 360), 360)
    )
  }
}
