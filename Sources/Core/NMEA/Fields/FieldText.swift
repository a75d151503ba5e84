/// The text of a field, byte for byte as sent.
///
/// Sentences are ASCII, but names and messages can be UTF-8 or ISO 8859-1; only display decodes them.
public struct FieldText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The bytes, without commas, stars or control bytes.
  public internal(set) var bytes: [UInt8]

  /// Makes an empty text.
  public init() { bytes = [] }

  /// Makes a text from bytes; `,` `*` `$` `!` `\` `^` `~` and control bytes become spaces.
  public init(_ text: some Sequence<UInt8>) {
    bytes = text.map { FieldText.isAllowed($0) ? $0 : UInt8(ascii: " ") }
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether a byte is allowed in a field: not a control byte, and not reserved by NMEA.
  static func isAllowed(_ byte: UInt8) -> Bool {
    guard byte >= 0x20, byte != 0x7F else { return false }
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "*"), UInt8(ascii: "$"), UInt8(ascii: "!"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "~"):
      return false
    default: return true
    }
  }

  /// Makes a text from a literal.
  public init(stringLiteral value: StaticString) { self.init(value.description.utf8) }

  /// The text decoded as UTF-8, or as ISO 8859-1 if it is not valid UTF-8.
  ///
  /// Control characters are replaced with U+FFFD.
  public var description: String { Self.decoded(bytes) }

  static func decoded(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var harmless = ""
    // If the bytes were not valid UTF-8, decoding repaired them and the result differs.
    if text.utf8.elementsEqual(bytes) {
      for scalar in text.unicodeScalars { harmless.unicodeScalars.append(Self.harmless(scalar)) }
    } else {
      for byte in bytes { harmless.unicodeScalars.append(Self.harmless(Unicode.Scalar(byte))) }
    }
    return harmless
  }

  private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value ? "\u{FFFD}" : scalar
  }

  /// Makes a field from any text; reserved characters become `^` and two hexadecimal digits.
  ///
  /// Characters outside ISO 8859-1 become question marks.
  public init(escaping text: String) {
    self.init()
    for scalar in text.unicodeScalars {
      let byte = scalar.value < 256 ? UInt8(truncatingIfNeeded: scalar.value) : UInt8(ascii: "?")
      if byte < 0x7F, FieldText.isAllowed(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "^"), HexDigit.capital(byte >> 4), HexDigit.capital(byte & 15)]
      }
    }
  }

  /// The text with escapes decoded: `^` and two hexadecimal digits represent a character of ISO 8859-1.
  public var unescaped: String {
    var text = ""
    var index = 0
    // Decode the bytes between two escapes together, because a character can span several.
    var start = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "^"), index + 2 < bytes.count,
        let escaped = Checksum.value(bytes[index + 1], bytes[index + 2])
      {
        text += Self.decoded(bytes[start..<index])
        text.unicodeScalars.append(Unicode.Scalar(escaped))
        index += 3
        start = index
      } else {
        index += 1
      }
    }
    return text + Self.decoded(bytes[start...])
  }

  /// Joins fields with commas into a text.
  init(joining parts: [FieldText]) {
    self.init()
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += part.bytes
    }
  }

  /// Splits the text into fields at its commas.
  func split() -> [FieldText] {
    bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
      var field = FieldText()
      field.bytes = [UInt8](part)
      return field
    }
  }
}
