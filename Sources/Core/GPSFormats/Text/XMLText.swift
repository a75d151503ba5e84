internal import GNSS
internal import GPSBase

/// Text and numbers in XML and HTML.
package enum XMLText {
  /// Returns text with special characters escaped; characters that XML does not allow are replaced.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what ``escaped(_:)`` returns.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes.append(contentsOf: "&amp;".utf8)
      case "<": bytes.append(contentsOf: "&lt;".utf8)
      case ">": bytes.append(contentsOf: "&gt;".utf8)
      case "\"": bytes.append(contentsOf: "&quot;".utf8)
      case " "..."~": bytes.append(UInt8(ascii: scalar))
      default: bytes.append(contentsOf: (VisibleText.isHarmless(scalar) ? scalar : "\u{FFFD}").utf8)
      }
    }
  }
}

struct XMLLines {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// - Parameter capacity: The room for most texts, so that the bytes rarely move.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func line(_ text: String) { append(text + "\n") }

  /// `<name>number</name>` with a number of decimals; nothing for an unknown number, or for one so large that
  /// it would need an exponent, which `xsd:decimal` does not allow.
  mutating func element(_ name: String, _ number: Double?, decimals: Int) {
    guard let number, number.magnitude < 1e15 else { return }
    enclose(name, capacity: FixedDecimal.longest) { FixedDecimal.append(number, decimals: decimals, to: &$0) }
  }

  mutating func element(_ name: String, _ number: Int?) {
    guard let number else { return }
    enclose(name, capacity: FixedDecimal.longest) { FixedDecimal.append(number, to: &$0) }
  }

  mutating func element(_ name: String, _ text: String?) {
    guard let text else { return }
    enclose(name) { XMLText.append(text, to: &$0) }
  }

  mutating func element(_ name: String, _ instant: UTC?) {
    guard let instant else { return }
    enclose(name, capacity: 24) { Timestamp.append(instant, to: &$0) }
  }

  /// `<name>word</name>` with a word that needs no escapes.
  mutating func element(_ name: String, word: String) {
    enclose(name, capacity: word.utf8.count) { $0.append(letters: word) }
  }

  mutating func append(_ value: Double, decimals: Int) {
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
  }

  mutating func append(_ text: String) {
    bytes.append(addingCapacity: text.utf8.count) { $0.append(letters: text) }
  }

  mutating func append(escaped text: String) { XMLText.append(text, to: &bytes) }

  /// Reserves room once, since a point has a dozen elements.
  @inline(__always)
  private mutating func enclose(
    _ name: String, capacity: Int, _ fill: (inout OutputSpan<UInt8>) -> Void
  ) {
    bytes.append(addingCapacity: 2 * name.utf8.count + 5 + capacity) { output in
      output.append(UInt8(ascii: "<"))
      output.append(letters: name)
      output.append(UInt8(ascii: ">"))
      fill(&output)
      output.append(UInt8(ascii: "<"))
      output.append(UInt8(ascii: "/"))
      output.append(letters: name)
      output.append(UInt8(ascii: ">"))
    }
  }

  private mutating func enclose(_ name: String, _ fill: (inout [UInt8]) -> Void) {
    append("<")
    append(name)
    append(">")
    fill(&bytes)
    append("</")
    append(name)
    append(">")
  }
}

extension OutputSpan<UInt8> {
  /// Appends a text in UTF-8.
  fileprivate mutating func append(letters text: String) {
    let letters = text.utf8.span
    for index in letters.indices { append(letters[index]) }
  }
}
