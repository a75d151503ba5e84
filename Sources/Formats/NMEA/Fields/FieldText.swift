/// The text of one field, byte for byte as it was sent.
///
/// Sentences are ASCII, but names and messages come in UTF-8 and ISO 8859-1, too; nothing is decoded until it is shown.
public struct FieldText: Sendable, Hashable {
  /// The bytes, without comma, star, or control bytes.
  public internal(set) var bytes: [UInt8]

  /// No text.
  public init() { bytes = [] }

  /// Takes the bytes of a text; `,` `*` `$` `!` `\` `^` `~` and control bytes become blanks.
  public init(_ text: some Sequence<UInt8>) {
    bytes = text.map { FieldText.isAllowed($0) ? $0 : UInt8(ascii: " ") }
  }

  /// Whether there is no text.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Bytes that may stand in a field: no control byte, and none of those that NMEA reserves.
  static func isAllowed(_ byte: UInt8) -> Bool {
    guard byte >= 0x20, byte != 0x7F else { return false }
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "*"), UInt8(ascii: "$"), UInt8(ascii: "!"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "~"):
      return false
    default: return true
    }
  }
}

extension FieldText: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Takes the text between the quotes.
  public init(stringLiteral value: StaticString) {
    self.init(value.description.utf8)
  }

  /// The text: UTF-8 if it is that, otherwise ISO 8859-1.
  ///
  /// No control character comes out of it: U+FFFD stands in its place.
  public var description: String { Self.decoded(bytes) }

  static func decoded(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var harmless = ""
    // Bytes that are not UTF-8 were repaired, and differ from the original now.
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
}

extension FieldText {
  /// Makes a field of any text: what may not stand in a field becomes `^` and two hexadecimal digits.
  ///
  /// Only the characters of ISO 8859-1 can be sent; others become question marks.
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

  /// The text as a person reads it: `^` and two hexadecimal digits are a character of ISO 8859-1.
  public var unescaped: String {
    var text = ""
    var index = 0
    // The bytes between two escapes are decoded together: several may be one character.
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
}

extension FieldText {
  /// Several fields as one text, commas between them.
  init(joining parts: [FieldText]) {
    self.init()
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += part.bytes
    }
  }

  /// The fields that this text takes up: one, and one more for each comma in it.
  func split() -> [FieldText] {
    bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
      var field = FieldText()
      field.bytes = [UInt8](part)
      return field
    }
  }
}
