internal import GPSBase

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
        guard let high = rest.popFirst().flatMap(Hexadecimal.nibble),
          let low = rest.popFirst().flatMap(Hexadecimal.nibble), high | low != 0
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isQuery: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
