internal import GPSBase

/// Text and numbers as XML has them.
enum XMLText {
  /// Appends text with its special letters escaped; what XML can't have at all is replaced.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes.append(contentsOf: "&amp;".utf8)
      case "<": bytes.append(contentsOf: "&lt;".utf8)
      case ">": bytes.append(contentsOf: "&gt;".utf8)
      case "\"": bytes.append(contentsOf: "&quot;".utf8)
      default:
        bytes.append(contentsOf: String(VisibleText.isHarmless(scalar) ? scalar : "\u{FFFD}").utf8)
      }
    }
  }
}

/// Lines of XML, put together.
struct XMLLines {
  private(set) var bytes: [UInt8] = []

  package mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0x0A)
  }

  /// `<name>number</name>` with so many decimals; nothing for what is not known, or so large that it would have an
  /// exponent, which `xsd:decimal` does not know.
  mutating func element(_ name: String, _ number: Double?, decimals: Int) {
    guard let number, number.magnitude < 1e15 else { return }
    enclose(name) { FixedDecimal.append(number, decimals: decimals, to: &$0) }
  }

  mutating func element(_ name: String, _ number: Int?) {
    guard let number else { return }
    enclose(name) { $0 += Array(number.description.utf8) }
  }

  mutating func element(_ name: String, _ text: String?) {
    guard let text else { return }
    enclose(name) { XMLText.append(text, to: &$0) }
  }

  mutating func append(_ value: Double, decimals: Int) {
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(escaped text: String) { XMLText.append(text, to: &bytes) }

  private mutating func enclose(_ name: String, _ fill: (inout [UInt8]) -> Void) {
    append("<\(name)>")
    fill(&bytes)
    append("</\(name)>")
  }
}
