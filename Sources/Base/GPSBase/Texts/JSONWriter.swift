/// Writes JSON: escaped, without `null`, and never a number that JSON does not have.
///
/// Members that are nil are left out, and so are numbers that are not finite.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  // MARK: Structure

  package mutating func object(_ fill: (inout JSONWriter) -> Void) {
    separate()
    enclose("{", "}", fill)
  }

  /// An object as a member.
  package mutating func object(_ key: String, _ fill: (inout JSONWriter) -> Void) {
    self.key(key)
    enclose("{", "}", fill)
  }

  package mutating func array(_ key: String, _ fill: (inout JSONWriter) -> Void) {
    self.key(key)
    enclose("[", "]", fill)
  }

  /// Ends a line; the next object stands on its own.
  package mutating func newLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  // MARK: Members

  package mutating func member(_ key: String, _ value: String?) {
    guard let value else { return }
    self.key(key)
    quote(value)
  }

  package mutating func member(_ key: String, _ value: Int?) {
    guard let value else { return }
    self.key(key)
    FixedDecimal.append(value, to: &bytes)
  }

  /// The shortest text that is read back as the same number.
  package mutating func member(_ key: String, _ value: Double?) {
    guard let value, value.isFinite else { return }
    self.key(key)
    bytes.append(contentsOf: value.description.utf8)
  }

  /// A number with so many decimals.
  package mutating func member(_ key: String, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    self.key(key)
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
  }

  package mutating func member(_ key: String, _ value: Bool?) {
    guard let value else { return }
    self.key(key)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// A text as an element of an array.
  package mutating func element(_ value: String) {
    separate()
    quote(value)
  }

  // MARK: - Parsing

  private mutating func enclose(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ fill: (inout JSONWriter) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    needsComma = false
    fill(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Keys are words of ours, which need no escape.
  private mutating func key(_ key: String) {
    let text = key.utf8.span
    assert(key.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\" })
    // Room for the comma, the quotes and the colon, and all of it at once: an object has up to twenty keys.
    bytes.append(addingCapacity: text.count + 4) { output in
      if needsComma { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      for index in text.indices { output.append(text[index]) }
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
    }
    needsComma = true
  }

  /// Appends a text that needs no escape, and its quotes; false, and nothing is appended, for any other.
  private mutating func quotePlain(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      let byte = text[index]
      guard byte >= 0x20, byte <= 0x7E, byte != 0x22, byte != 0x5C else { return false }
    }
    bytes.append(addingCapacity: text.count + 2) { output in
      output.append(UInt8(ascii: "\""))
      for index in text.indices { output.append(text[index]) }
      output.append(UInt8(ascii: "\""))
    }
    return true
  }

  private mutating func quote(_ text: String) {
    // Keys and words are plain, and most of what is written are keys and words.
    if quotePlain(text.utf8.span) { return }
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: scalar)])
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      default:
        if VisibleText.isHarmless(scalar) {
          bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
          // Beyond the first 65536 characters it takes two escapes.
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            bytes.append(contentsOf: "\\u".utf8)
            bytes.append(contentsOf: VisibleText.hexadecimal(UInt32(unit), digits: 4).utf8)
          }
        }
      }
    }
  }
}
