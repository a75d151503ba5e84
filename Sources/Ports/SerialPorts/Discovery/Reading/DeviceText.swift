internal import Texts

/// Text that a device says of itself, made fit to be compared and shown.
///
/// The maker of a device chooses these bytes: they may move a cursor, reverse a line, be invalid UTF-8, or be forty
/// blanks. udev passes odd bytes on as `\x20`.
enum DeviceText {
  /// Longer than any string a USB descriptor can hold.
  private static let limit = 256

  /// Undoes `\xHH`, drops blanks at both ends, and writes what cannot be shown as `\xHH` again.
  ///
  /// Nil when nothing is left.
  static func read(_ bytes: [UInt8]) -> String? {
    let shown = shown(Array(trimmed(unescaped(bytes)).prefix(limit)))
    return shown.isEmpty ? nil : shown
  }

  /// Bytes with each `\xHH` replaced by the byte it stands for.
  static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), rest.count >= 4, rest[rest.startIndex + 1] == UInt8(ascii: "x"),
        let value = hexadecimal(rest[(rest.startIndex + 2)..<(rest.startIndex + 4)])
      {
        plain.append(value)
        rest = rest.dropFirst(4)
      } else {
        plain.append(byte)
        rest = rest.dropFirst()
      }
    }
    return plain
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    var value: UInt8 = 0
    for digit in digits {
      guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt8(number)
    }
    return value
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x00 || (0x09...0x0D).contains(byte) }
    var rest = bytes[...].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// Bytes as text in which nothing can move a cursor.
  static func shown(_ bytes: [UInt8]) -> String { VisibleText.escaped(bytes) }
}
