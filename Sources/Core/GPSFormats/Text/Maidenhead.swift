internal import GNSS

/// The amateur radio locator: a field, a square, a subsquare, and an extended square of some 500 by 900 m.
enum Maidenhead {
  /// Eight letters and digits: `JN58sc84`.
  static func locator(_ place: Coordinate) -> String {
    // In units of the smallest square, counted from the south pole and the antimeridian.
    let most = 18 * 10 * 24 * 10 - 1
    let east = min(cell((place.longitude + 180) * 120), most)
    let north = min(cell((place.latitude + 90) * 240), most)
    return letter(east / 2400, "A") + letter(north / 2400, "A")
      + "\(east / 240 % 10)\(north / 240 % 10)"
      + letter(east / 10 % 24, "a") + letter(north / 10 % 24, "a")
      + "\(east % 10)\(north % 10)"
  }

  /// The center of a locator of four to ten letters and digits, in small letters too; nil for other text.
  static func place(_ text: String) -> Coordinate? {
    let bytes = Array(text.uppercased().utf8)
    guard 4...10 ~= bytes.count, bytes.count % 2 == 0 else { return nil }
    // Degrees of longitude in a cell; half of it in latitude.
    var (west, south, width) = (-180.0, -90.0, 360.0)
    for pair in 0..<bytes.count / 2 {
      let base = pair % 2 == 1 ? UInt8(ascii: "0") : UInt8(ascii: "A")
      let count = pair == 0 ? 18 : pair % 2 == 1 ? 10 : 24
      let (east, north) = (Int(bytes[2 * pair]) - Int(base), Int(bytes[2 * pair + 1]) - Int(base))
      guard 0..<count ~= east, 0..<count ~= north else { return nil }
      width /= Double(count)
      west += Double(east) * width
      south += Double(north) * width / 2
    }
    return Coordinate(latitude: south + width / 4, longitude: west + width / 2)
  }

  /// The index of a cell; a position that rounding places just below a border counts as on it.
  private static func cell(_ place: Double) -> Int { Int((place + 1e-9).rounded(.down)) }

  private static func letter(_ index: Int, _ first: Unicode.Scalar) -> String {
    String(UnicodeScalar(UInt8(ascii: first) + UInt8(index)))
  }
}
