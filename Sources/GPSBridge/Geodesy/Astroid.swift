internal import Glibc

/// The star that geodesics touch at the antipode of their start.
enum Astroid {
  /// The positive root of κ⁴ + 2κ³ − (x² + y² − 1)κ² − 2y²κ − y² = 0 (equations 55 and 57 of the paper).
  ///
  /// The quartic is solved through its cubic, in the form of it that does not cancel.
  static func root(_ x: Double, _ y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    // On the axis y = 0 inside of the star: κ = 0.
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
      // Three real roots; of them the one that takes no difference.
      let angle = atan2(sqrt(-discriminant), -(s + cube))
      u += 2 * r * cos(angle / 3)
    }
    let v = sqrt(u * u + q)
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / (sqrt(uv + w * w) + w)
  }
}
