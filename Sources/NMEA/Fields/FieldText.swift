/// The text of one field, byte for byte as it was sent.
///
/// Sentences are ASCII, but what a stranger sends may be anything that prints; nothing is decoded until it is shown.
public struct FieldText: Sendable, Hashable {
  /// The bytes, without comma, star, or control bytes.
  public internal(set) var bytes: [UInt8]

  /// No text.
  public init() { bytes = [] }

  /// Takes the printable bytes of a text; `,` `*` `$` `!` `\` `^` `~` and what does not print become blanks.
  public init(_ text: some Sequence<UInt8>) {
    bytes = text.map { FieldText.isAllowed($0) ? $0 : UInt8(ascii: " ") }
  }

  /// Whether there is no text.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Bytes that may stand in a field: printable, and none of those that NMEA reserves.
  static func isAllowed(_ byte: UInt8) -> Bool {
    guard 0x20..<0x7F ~= byte else { return false }
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

  /// The text.
  public var description: String {
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }
}
