/// Strict decoding of percent escapes in addresses.
enum URLText {
  /// Decodes the percent escapes of a text.
  ///
  /// - Parameters:
  ///   - text: The text as it was sent.
  ///   - isQuery: Whether a `+` stands for a space.
  /// - Returns: Nil if an escape lacks its two digits, decodes to a zero byte, or the result is not UTF-8.
  static func unescaped(_ text: String, isQuery: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
          high | low != 0
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isQuery: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
