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
    // What is no UTF-8 was repaired, and has other bytes now.
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
