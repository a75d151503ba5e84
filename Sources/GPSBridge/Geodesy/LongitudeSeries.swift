/// The series from arc to longitude: its coefficients depend on the ellipsoid too.
///
/// Equations 24 and 25 of the paper that ``SineSeries`` names.
struct LongitudeSeries: Sendable {
  private let n: Double

  init(_ thirdFlattening: Double) { n = thirdFlattening }

  /// A₃, by which the terms are multiplied.
  func scale(_ e: Double) -> Double {
    let first = (1 - n) / 2
    let second = 1 / 4 + n * (1 / 8 - n * 3 / 8)
    let third = 1 / 16 + n * (3 / 16 + n / 16)
    let fourth = 3 / 64 + n / 32
    return 1 - e * (first + e * (second + e * (third + e * (fourth + e * 3 / 128))))
  }

  /// C₃; its sixth term would be too small to count.
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
    return SineSeries(terms: [
      e * first, q * second, e * q * third, q * q * fourth, e * q * q * 21 / 2560, 0,
    ])
  }
}
