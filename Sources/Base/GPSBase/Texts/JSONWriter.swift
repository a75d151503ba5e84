/// Writes JSON with all necessary escapes, without `null`, NaN or infinity.
///
/// Members that are nil or not finite are omitted.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  // MARK: - Structure

  package mutating func object(_ fill: (inout JSONWriter) -> Void) {
    separate()
    enclose("{", "}", fill)
  }

  /// Writes an object as a member.
  package mutating func object(_ key: String, _ fill: (inout JSONWriter) -> Void) {
    self.key(key)
    enclose("{", "}", fill)
  }

  package mutating func array(_ key: String, _ fill: (inout JSONWriter) -> Void) {
    self.key(key)
    enclose("[", "]", fill)
  }

  /// Ends the line, so that the next object is independent of this one.
  package mutating func newLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  // MARK: - Members

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

  /// Writes the shortest text that is parsed as the same number.
  package mutating func member(_ key: String, _ value: Double?) {
    guard let value, value.isFinite else { return }
    self.key(key)
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a number with a fixed number of decimals.
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

  /// Writes a string as an element of an array.
  package mutating func element(_ value: String) {
    separate()
    quote(value)
  }

  // MARK: - Implementation

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

  /// Keys are constants of ours, which need no escapes.
  private mutating func key(_ key: String) {
    let text = key.utf8.span
    assert(key.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\" })
    // Reserve space for the key and its punctuation at once: an object has up to twenty keys.
    bytes.append(addingCapacity: text.count + 4) { output in
      if needsComma { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      for index in text.indices { output.append(text[index]) }
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
    }
    needsComma = true
  }

  /// Appends a quoted string if it needs no escapes; otherwise appends nothing and returns false.
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
    // Nearly all strings are plain.
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
          // Characters outside the Basic Multilingual Plane need two escapes.
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            bytes.append(contentsOf: "\\u".utf8)
            bytes.append(contentsOf: VisibleText.hexadecimal(UInt32(unit), digits: 4).utf8)
          }
        }
      }
    }
  }
}
