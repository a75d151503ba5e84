/// Parses distances and file sizes as users write them: `2m`, `1.5km`, `2G`.
package enum Measure {
  /// Parses a distance in meters; a number without a unit is in meters.
  package static func meters(_ text: String) -> Double? {
    number(text, [("", 1), ("m", 1), ("cm", 0.01), ("km", 1000)])
  }

  /// Parses a size in bytes; a number without a unit is in bytes, and k, M, G and T are powers of 1024.
  package static func bytes(_ text: String) -> Int? {
    let kilo = 1024.0
    let units = [
      ("", 1), ("B", 1), ("k", kilo), ("K", kilo), ("M", kilo * kilo), ("G", kilo * kilo * kilo),
      ("T", kilo * kilo * kilo * kilo),
    ]
    guard let count = number(text, units), count < 9e18 else { return nil }
    return Int(count)
  }

  private static func number(_ text: String, _ units: [(String, Double)]) -> Double? {
    let digits = text.prefix { "0123456789.".contains($0) }
    let unit = text.dropFirst(digits.count)
    guard let factor = units.first(where: { $0.0 == unit })?.1, digits.utf8.count <= 15,
      digits.first != ".", digits.last != ".", let value = Double(String(digits))
    else { return nil }
    return value * factor
  }
}
