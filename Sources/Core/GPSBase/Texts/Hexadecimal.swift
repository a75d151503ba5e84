/// Bytes as two hexadecimal digits each.
package enum Hexadecimal {
  /// The byte that two digits represent.
  package static func byte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    var value: UInt8 = 0
    for digit in digits.prefix(2) {
      guard let nibble = nibble(digit) else { return nil }
      value = value << 4 | nibble
    }
    return digits.count == 2 ? value : nil
  }

  /// The number that a digit represents.
  package static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  /// The two digits of a byte.
  package static func text(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }
}
