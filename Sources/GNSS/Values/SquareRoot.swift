/// Square roots without libm, which a debug build of the standard library would call: these modules call nobody.
enum SquareRoot {
  /// The root of a number, to the last bit or the one before; NaN for a negative one.
  ///
  /// Halving the exponent is a guess within six per cent, and each step of Newton doubles the good digits.
  static func of(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return number == 0 ? 0 : .nan }
    var root = Double(bitPattern: number.bitPattern / 2 + 0x1FF8_0000_0000_0000)
    for _ in 0..<5 { root = (root + number / root) / 2 }
    return root
  }
}
