internal import GNSS

/// The locator of radio amateurs: a field, a square, a subsquare, and an extended square of some 500 by 900 metres.
public enum Maidenhead {
  /// Eight letters and digits: `JN58sc84`.
  static func locator(_ place: Coordinate) -> String {
    // In steps of the smallest square, counted from the south pole and the date line.
    let most = 18 * 10 * 24 * 10 - 1
    let east = min(cell((place.longitude + 180) * 120), most)
    let north = min(cell((place.latitude + 90) * 240), most)
    return letter(east / 2400, "A") + letter(north / 2400, "A")
      + "\(east / 240 % 10)\(north / 240 % 10)"
      + letter(east / 10 % 24, "a") + letter(north / 10 % 24, "a")
      + "\(east % 10)\(north % 10)"
  }

  /// The cell that begins here or before; a border that only a rounding misses is met.
  private static func cell(_ place: Double) -> Int { Int((place + 1e-9).rounded(.down)) }

  private static func letter(_ index: Int, _ first: Unicode.Scalar) -> String {
    String(UnicodeScalar(UInt8(ascii: first) + UInt8(index)))
  }
}
