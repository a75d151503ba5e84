// Numbers as text, without Foundation and without float printing, which Embedded Swift lacks.

/// Formats numbers for sentences.
enum DecimalText {
  /// An integer, padded with zeros to `width` digits.
  static func digits(_ number: UInt64, width: Int) -> [UInt8] {
    var text: [UInt8] = []
    var rest = number
    repeat {
      text.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while text.count < width { text.append(UInt8(ascii: "0")) }
    text.reverse()
    return text
  }

  static func integer(_ number: Int, width: Int) -> [UInt8] {
    let text = digits(UInt64(number.magnitude), width: width)
    return number < 0 ? [UInt8(ascii: "-")] + text : text
  }

  /// The nearest integer, rounding halves up; nil for NaN, a negative number, or more than 15 digits.
  ///
  /// `rounded()` would call libm, which this module does not link.
  static func nearest(_ number: Double) -> UInt64? {
    guard number >= 0, number < 1e15 else { return nil }
    let whole = UInt64(number)
    return number - Double(whole) >= 0.5 ? whole + 1 : whole
  }
}
