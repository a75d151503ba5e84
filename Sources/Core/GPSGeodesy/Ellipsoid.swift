internal import GNSS
internal import Glibc

/// A flattened sphere, with the constants derived from its two parameters.
struct Ellipsoid: Sendable {
  /// Meters from the center to the equator.
  let equatorialRadius: Double
  /// The relative difference between the equatorial and the polar radius.
  let flattening: Double

  /// Meters from the center to a pole.
  let polarRadius: Double
  /// The third flattening, n = f / (2 − f): the small parameter of the series.
  let thirdFlattening: Double
  /// The square of the second eccentricity, e′².
  let secondEccentricitySquared: Double
  /// The series for longitude, as polynomials in ε.
  let longitudeSeries: LongitudeSeries

  static let wgs84 = Ellipsoid(equatorialRadius: WGS84.equatorialRadius, flattening: WGS84.flattening)

  init(equatorialRadius: Double, flattening: Double) {
    (self.equatorialRadius, self.flattening) = (equatorialRadius, flattening)
    polarRadius = equatorialRadius * (1 - flattening)
    thirdFlattening = flattening / (2 - flattening)
    let eccentricitySquared = flattening * (2 - flattening)
    secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)
    longitudeSeries = LongitudeSeries(thirdFlattening)
  }

  /// The reduced latitude β, on the auxiliary sphere, of a latitude in degrees.
  func reducedLatitude(_ degrees: Double) -> Angle {
    let latitude = Angle(degrees: degrees)
    var reduced = Angle(sine: latitude.sine * (1 - flattening), cosine: latitude.cosine).normalized
    // Give the poles a cosine that can be a divisor; this moves them by some 1e-140 meters.
    reduced.cosine = max(reduced.cosine, Angle.tiny)
    return reduced
  }

  /// The small parameter ε of one geodesic, from the cosine of its azimuth at the equator.
  func epsilon(equatorialCosine: Double) -> Double {
    let squared = equatorialCosine * equatorialCosine * secondEccentricitySquared
    return squared / (2 * (1 + sqrt(1 + squared)) + squared)
  }

  /// The ratio of a step on the ellipsoid to one on the sphere, at a reduced latitude: √(1 + e′² sin² β).
  func stretch(_ sine: Double) -> Double { sqrt(1 + secondEccentricitySquared * sine * sine) }
}
