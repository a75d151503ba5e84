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

  /// An integer with its sign.
  static func integer(_ number: Int, width: Int) -> [UInt8] {
    let text = digits(UInt64(number.magnitude), width: width)
    return number < 0 ? [UInt8(ascii: "-")] + text : text
  }

  /// A hexadecimal number in uppercase digits.
  static func hexadecimal(_ number: Int) -> [UInt8] {
    let byte = UInt8(truncatingIfNeeded: number)
    return byte < 16
      ? [HexDigit.capital(byte)] : [HexDigit.capital(byte >> 4), HexDigit.capital(byte & 15)]
  }

  /// The nearest integer, rounding halves up; nil for NaN, a negative number, or more than 15 digits.
  ///
  /// `rounded()` would call libm, which this module does not link.
  static func nearest(_ number: Double) -> UInt64? {
    guard number >= 0, number < 1e15 else { return nil }
    let whole = UInt64(number)
    return number - Double(whole) >= 0.5 ? whole + 1 : whole
  }

  /// A number with up to `places` decimal places, without trailing zeros, but with at least one place.
  ///
  /// Infinities and numbers of more than 15 digits do not fit into a field and become empty.
  static func decimal(_ number: Double, places: Int) -> [UInt8] {
    let weight = Digits.power(places)
    guard let units = nearest(abs(number) * weight) else { return [] }
    var text = digits(units / UInt64(weight), width: 1)
    var fraction = places > 0 ? digits(units % UInt64(weight), width: places) : []
    while fraction.count > 1, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    if !fraction.isEmpty {
      text.append(UInt8(ascii: "."))
      text += fraction
    }
    return number < 0 && units > 0 ? [UInt8(ascii: "-")] + text : text
  }

  /// A time as hhmmss with two decimal places, or more if the time has more.
  static func time(_ time: TimeOfDay) -> [UInt8] {
    var text = [time.hour, time.minute, time.second].flatMap { digits(UInt64($0), width: 2) }
    var fraction = digits(UInt64(time.nanosecond), width: 9)
    while fraction.count > 2, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    text.append(UInt8(ascii: "."))
    return text + fraction
  }
}
