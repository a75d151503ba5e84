/// Determines which characters of untrusted text can be shown unchanged.
///
/// Text from receivers, USB devices, processes, file names and settings is untrusted. Control characters move
/// the cursor or end a line, directional marks reverse the text, and invisible characters make different
/// names look alike. All output uses this rule: messages, records, tables, XML and screens. They differ only
/// in the replacement for such a character: `\x1b`, a JSON escape, or U+FFFD.
///
/// A joiner inside an emoji or a syllable is also invisible, and is replaced like the rest.
package enum VisibleText {
  /// Returns whether a character has no effect other than being visible.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: true
    // Control characters and the soft hyphen.
    case 0...0x9F, 0xAD: false
    // Arabic letter mark, Mongolian vowel separator, zero-width characters and directional marks.
    case 0x61C, 0x180E, 0x200B...0x200F: false
    // Line and paragraph separators; overrides, isolates and joiners.
    case 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: false
    // Invisible tags.
    case 0xE0000...0xE0FFF: false
    // Private use: the glyph depends on the font.
    case 0xE000...0xF8FF, 0xF0000...: false
    // Noncharacters.
    case 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  /// Returns a text with U+FFFD in place of each character that is not harmless, truncated to a limit.
  package static func replaced(_ text: String, limit: Int = 128) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      shown.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
    }
    return text.unicodeScalars.count > limit ? shown + "…" : shown
  }

  /// Returns bytes as text, with `\xHH` for each byte of invalid UTF-8 and of unsafe characters.
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

  /// Formats a number with at least this many hexadecimal digits.
  package static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
