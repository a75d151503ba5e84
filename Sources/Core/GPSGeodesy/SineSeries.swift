/// A sum of sines of even multiples, Σ cₗ sin 2lσ, with six terms.
///
/// The terms are from C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 43–55 (2013),
/// <https://doi.org/10.1007/s00190-012-0578-z>; each comment gives the equation number.
struct SineSeries {
  /// c₁ to c₆.
  var terms: InlineArray<6, Double>

  /// The sum, by Clenshaw's method, which computes no sines.
  func sum(_ angle: Angle) -> Double {
    let twiceCosine = 2 * (angle.cosine - angle.sine) * (angle.cosine + angle.sine)
    var (last, before) = (0.0, 0.0)
    for index in stride(from: 5, through: 0, by: -1) {
      (last, before) = (twiceCosine * last - before + terms[index], last)
    }
    return 2 * angle.sine * angle.cosine * last
  }

  func difference(_ from: Angle, _ to: Angle) -> Double { sum(to) - sum(from) }

  /// C₁ (equation 18): from arc to distance.
  static func distance(_ e: Double) -> SineSeries {
    let q = e * e
    return SineSeries(terms: [
      e * (-1 / 2 + q * (3 / 16 - q / 32)),
      q * (-1 / 16 + q * (1 / 32 - q * 9 / 2048)),
      e * q * (-1 / 48 + q * 3 / 256),
      q * q * (-5 / 512 + q * 3 / 512),
      e * q * q * (-7 / 1280),
      q * q * q * (-7 / 2048),
    ])
  }

  /// C₁′ (equation 21): back from distance to arc.
  static func arc(_ e: Double) -> SineSeries {
    let q = e * e
    return SineSeries(terms: [
      e * (1 / 2 + q * (-9 / 32 + q * 205 / 1536)),
      q * (5 / 16 + q * (-37 / 96 + q * 1335 / 4096)),
      e * q * (29 / 96 - q * 75 / 128),
      q * q * (539 / 1536 - q * 2391 / 2560),
      e * q * q * (3467 / 7680),
      q * q * q * (38_081 / 61_440),
    ])
  }

  /// C₂ (equation 43): for the reduced length.
  static func reducedLength(_ e: Double) -> SineSeries {
    let q = e * e
    return SineSeries(terms: [
      e * (1 / 2 + q * (1 / 16 + q / 32)),
      q * (3 / 16 + q * (1 / 32 + q * 35 / 2048)),
      e * q * (5 / 48 + q * 5 / 256),
      q * q * (35 / 512 + q * 7 / 512),
      e * q * q * (63 / 1280),
      q * q * q * (77 / 2048),
    ])
  }

  /// A₁ (equation 17), by which C₁ is multiplied.
  static func distanceScale(_ e: Double) -> Double {
    let q = e * e
    return (1 + q * (1 / 4 + q * (1 / 64 + q / 256))) / (1 - e)
  }

  /// A₂ (equation 42), by which C₂ is multiplied.
  static func reducedLengthScale(_ e: Double) -> Double {
    let q = e * e
    return (1 + q * (1 / 4 + q * (9 / 64 + q * 25 / 256))) * (1 - e)
  }
}

/// The series from arc to longitude, whose coefficients depend on the ellipsoid as well.
///
/// Equations 24 and 25 of the paper cited in ``SineSeries``.
struct LongitudeSeries: Sendable {
  private let n: Double

  init(_ thirdFlattening: Double) { n = thirdFlattening }

  /// A₃, the factor of the terms.
  func scale(_ e: Double) -> Double {
    let first = (1 - n) / 2
    let second = 1 / 4 + n * (1 / 8 - n * 3 / 8)
    let third = 1 / 16 + n * (3 / 16 + n / 16)
    let fourth = 3 / 64 + n / 32
    return 1 - e * (first + e * (second + e * (third + e * (fourth + e * 3 / 128))))
  }

  /// C₃; its sixth term is negligible.
  func terms(_ e: Double) -> SineSeries {
    let first =
      (1 - n) / 4 + e
      * ((1 - n * n) / 8 + e * (3 / 64 + n * (3 / 64 - n / 64) + e * (5 / 128 + n / 64 + e * 3 / 128)))
    let second =
      1 / 16 - n * (3 / 32 - n / 32) + e
      * (3 / 64 - n * (1 / 32 + n * 3 / 64) + e * (3 / 128 + n / 128 + e * 5 / 256))
    let third = 5 / 192 - n * (3 / 64 - n * 5 / 192) + e * (3 / 128 - n * 5 / 192 + e * 7 / 512)
    let fourth = 7 / 512 - n * 7 / 256 + e * 7 / 512
    let q = e * e
    return SineSeries(terms: [e * first, q * second, e * q * third, q * q * fourth, e * q * q * 21 / 2560, 0])
  }
}
