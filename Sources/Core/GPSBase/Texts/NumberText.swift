/// Formats numbers for people.
package enum NumberText {
  /// Formats a number with a fixed number of decimals; returns `?` if it is not finite.
  package static func of(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "?" }
    var bytes: [UInt8] = []
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Formats a number with its sign, also if it is positive.
  package static func signed(_ value: Double, decimals: Int) -> String {
    let text = of(abs(value), decimals: decimals)
    // A number that rounds to zero has a plus sign.
    let isZero = text.allSatisfy { $0 == "0" || $0 == "." }
    return (value < 0 && !isZero ? "−" : "+") + text
  }

  /// Formats a number, with one decimal below 10 unless that is zero: `0.2`, `1`, `10`, `3.4`.
  static func brief(_ value: Double) -> String {
    let decimals = abs(value) < 9.95 ? 1 : 0
    let text = of(value, decimals: decimals)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Formats a rate, rounded if it is almost an integer, since measured rates are never exact.
  package static func rate(_ value: Double) -> String {
    let whole = value.rounded()
    return whole >= 1 && abs(value - whole) <= 0.12 * whole ? of(whole, decimals: 0) : brief(value)
  }

  package static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(abs(value))
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
