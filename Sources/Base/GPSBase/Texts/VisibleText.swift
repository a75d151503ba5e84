/// The one rule for texts of strangers: which characters may be shown as they are.
///
/// A receiver, a device on USB, a process, a file name and a setting are written by others. A control character moves
/// the cursor or ends a line, a mark of direction reverses what is read, and what is invisible makes two names look
/// alike. Every way out asks here: messages, records, tables, XML and screens. They only differ in what stands in the
/// place of such a character: `\x1b`, a JSON escape, or U+FFFD.
///
/// A joiner inside a picture or a syllable is invisible, too, and is lost with the rest.
package enum VisibleText {
  /// Whether a character only shows itself.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: true
    // Controls, and the soft hyphen.
    case 0...0x9F, 0xAD: false
    // Marks of direction of Arabic, and separators that show nothing.
    case 0x61C, 0x180E, 0x200B...0x200F: false
    // Ends of lines and paragraphs; overrides, isolates and joiners.
    case 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: false
    // Invisible tags.
    case 0xE0000...0xE0FFF: false
    // Private use: each font shows something else.
    case 0xE000...0xF8FF, 0xF0000...: false
    // No characters at all.
    case 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  /// A text with U+FFFD in the place of each character that does more than show itself, cut where it gets too long.
  package static func replaced(_ text: String, limit: Int = 128) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      shown.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
    }
    return text.unicodeScalars.count > limit ? shown + "…" : shown
  }

  /// Bytes as text: invalid UTF-8, and characters that do more than show themselves, as `\xHH` for each byte.
  package static func escaped(_ bytes: some Collection<UInt8>) -> String {
    var shown = ""
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = bytes.startIndex
    while true {
      let length: Int
      var scalar: Unicode.Scalar?
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        length = encoded.count
        scalar = UTF8.decode(encoded)
      case .error(let wrong): length = wrong
      case .emptyInput: return shown
      }
      let next = bytes.index(place, offsetBy: length)
      if let scalar, isHarmless(scalar) {
        shown.unicodeScalars.append(scalar)
      } else {
        for byte in bytes[place..<next] { shown += "\\x" + hexadecimal(UInt32(byte), digits: 2) }
      }
      place = next
    }
  }

  /// A number in at least this many hexadecimal digits.
  package static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
