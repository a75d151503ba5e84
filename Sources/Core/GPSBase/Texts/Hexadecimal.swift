/// Bytes as two hexadecimal digits each.
package enum Hexadecimal {
  package static func byte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    var value: UInt8 = 0
    for digit in digits.prefix(2) {
      guard let nibble = nibble(digit) else { return nil }
      value = value << 4 | nibble
    }
    return digits.count == 2 ? value : nil
  }

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

/// Percent-encoded text.
package enum PercentText {
  /// The bytes that a text stands for; nil if a `%` is not followed by two hexadecimal digits.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = Hexadecimal.byte(rest.prefix(2)) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// The text that a text stands for; nil if a `%` is not followed by two hexadecimal digits.
  package static func decoded(_ text: some StringProtocol) -> String? {
    bytes(text).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Encodes the characters that separate settings.
  package static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let isPlain = byte > 0x20 && byte < 0x7F && !"%&?#=".utf8.contains(byte)
      encoded += isPlain ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.text(byte)
    }
    return encoded
  }
}
