internal import Glibc

/// A flattened sphere, and what follows from its two numbers.
struct Ellipsoid: Sendable {
  /// Metres from the centre to the equator.
  let equatorialRadius: Double
  /// By which part of that the poles are nearer.
  let flattening: Double

  /// Metres from the centre to a pole.
  let polarRadius: Double
  /// The third flattening, n = f / (2 − f): the small number of the series.
  let thirdFlattening: Double
  /// The square of the second eccentricity, e′².
  let secondEccentricitySquared: Double
  /// The series for longitude, as polynomials in ε.
  let longitudeSeries: LongitudeSeries

  /// The ellipsoid of GPS.
  static let wgs84 = Ellipsoid(equatorialRadius: 6_378_137, flattening: 1 / 298.257_223_563)

  init(equatorialRadius: Double, flattening: Double) {
    self.equatorialRadius = equatorialRadius
    self.flattening = flattening
    polarRadius = equatorialRadius * (1 - flattening)
    thirdFlattening = flattening / (2 - flattening)
    let eccentricitySquared = flattening * (2 - flattening)
    secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)
    longitudeSeries = LongitudeSeries(thirdFlattening)
  }

  /// The latitude on the auxiliary sphere (β, the reduced latitude) for one in degrees.
  func reducedLatitude(_ degrees: Double) -> Angle {
    let latitude = Angle(degrees: degrees)
    var reduced = Angle(sine: latitude.sine * (1 - flattening), cosine: latitude.cosine).normalized
    // The poles get a cosine that one can divide by: some 1e-140 metres beside them.
    reduced.cosine = max(reduced.cosine, Angle.tiny)
    return reduced
  }

  /// The small number ε of one geodesic, from the cosine of its azimuth at the equator.
  func epsilon(equatorialCosine: Double) -> Double {
    let squared = equatorialCosine * equatorialCosine * secondEccentricitySquared
    return squared / (2 * (1 + sqrt(1 + squared)) + squared)
  }

  /// How much longer a step on the ellipsoid is than on the sphere, at a reduced latitude: √(1 + e′² sin² β).
  func stretch(_ sine: Double) -> Double { sqrt(1 + secondEccentricitySquared * sine * sine) }
}
