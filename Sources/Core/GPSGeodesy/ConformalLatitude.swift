internal import GNSS
internal import Glibc

/// The latitude on a sphere that keeps the angles of the ellipsoid, which both grids project from.
///
/// All values are tangents, which keep their digits near the poles.
enum ConformalLatitude {
  private static let eccentricity = WGS84.eccentricitySquared.squareRoot()

  /// The tangent of the conformal latitude, from that of the geodetic one.
  static func tangent(geodetic tangent: Double) -> Double {
    guard tangent.isFinite else { return tangent }
    let secant = hypot(1, tangent)
    let stretch = sinh(eccentricity * atanh(eccentricity * tangent / secant))
    return tangent * hypot(1, stretch) - stretch * secant
  }

  /// The tangent of the geodetic latitude, from that of the conformal one, by Newton's method.
  static func geodetic(tangent conformal: Double) -> Double {
    let squared = 1 - eccentricity * eccentricity
    // Near a pole the two tangents have a fixed ratio.
    guard abs(conformal) < 1e12 else { return conformal * exp(eccentricity * atanh(eccentricity)) }
    var tangent = conformal / squared
    // Three rounds suffice from anywhere; the limit only bounds the loop.
    for _ in 0..<6 {
      let trial = Self.tangent(geodetic: tangent)
      let step =
        (conformal - trial) * (1 + squared * tangent * tangent)
        / (squared * hypot(1, tangent) * hypot(1, trial))
      tangent += step
      if abs(step) <= 1e-15 * max(1, abs(tangent)) { break }
    }
    return tangent
  }

  /// The factor of the polar grid: √((1 + e)^(1 + e) (1 − e)^(1 − e)).
  static let polarFactor = sqrt(
    pow(1 + eccentricity, 1 + eccentricity) * pow(1 - eccentricity, 1 - eccentricity))
}
