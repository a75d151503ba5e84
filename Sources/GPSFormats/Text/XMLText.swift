internal import GPSBase

/// Text and numbers in XML.
enum XMLText {
  /// Appends text with special characters escaped; characters that XML does not allow are replaced.
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

/// Builds lines of XML.
struct XMLLines {
  private(set) var bytes: [UInt8] = []

  mutating func line(_ text: String) { append(text + "\n") }

  /// `<name>number</name>` with a number of decimals; nothing for an unknown number, or for one so large that
  /// it would need an exponent, which `xsd:decimal` does not allow.
  mutating func element(_ name: String, _ number: Double?, decimals: Int) {
    guard let number, number.magnitude < 1e15 else { return }
    enclose(name) { FixedDecimal.append(number, decimals: decimals, to: &$0) }
  }

  mutating func element(_ name: String, _ number: Int?) {
    guard let number else { return }
    enclose(name) { $0.append(addingCapacity: 20) { FixedDecimal.append(number, to: &$0) } }
  }

  mutating func element(_ name: String, _ text: String?) {
    guard let text else { return }
    enclose(name) { XMLText.append(text, to: &$0) }
  }

  mutating func append(_ value: Double, decimals: Int) {
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
  }

  mutating func append(_ text: String) {
    let letters = text.utf8.span
    bytes.append(addingCapacity: letters.count) { output in
      for index in letters.indices { output.append(letters[index]) }
    }
  }

  mutating func append(escaped text: String) { XMLText.append(text, to: &bytes) }

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
