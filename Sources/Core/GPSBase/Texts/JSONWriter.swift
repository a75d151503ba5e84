/// Writes JSON with all necessary escapes, without `null`, NaN or infinity.
///
/// Members that are nil or not finite are omitted.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  // MARK: - Structure

  package mutating func object(_ fill: (inout JSONWriter) -> Void) {
    separate()
    enclose("{", "}", fill)
  }

  /// Writes an object as a member.
  package mutating func object(_ key: String, _ fill: (inout JSONWriter) -> Void) {
    member(key, capacity: 0) { _ in }
    enclose("{", "}", fill)
  }

  package mutating func array(_ key: String, _ fill: (inout JSONWriter) -> Void) {
    member(key, capacity: 0) { _ in }
    enclose("[", "]", fill)
  }

  /// Returns an object as a line.
  package static func line(_ end: String = "\n", _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(fill)
    json.newLine(end)
    return json.bytes
  }

  /// Ends the line, so that the next object is independent of this one.
  package mutating func newLine(_ end: String = "\n") {
    bytes.append(contentsOf: end.utf8)
    needsComma = false
  }

  /// Removes whole lines, so that they can be written again.
  package mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

  // MARK: - Members

  package mutating func member(_ key: String, _ value: String?) {
    guard let value else { return }
    member(key, capacity: 0) { _ in }
    quote(value)
  }

  package mutating func member(_ key: String, _ value: Int?) {
    guard let value else { return }
    member(key, capacity: FixedDecimal.longest) { FixedDecimal.append(value, to: &$0) }
  }

  /// Writes the shortest text that is parsed as the same number.
  package mutating func member(_ key: String, _ value: Double?) {
    guard let value, value.isFinite else { return }
    let text = value.description.utf8
    member(key, capacity: text.count) { output in for byte in text { output.append(byte) } }
  }

  package mutating func member(_ key: String, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    member(key, capacity: FixedDecimal.longest) { FixedDecimal.append(value, decimals: decimals, to: &$0) }
  }

  package mutating func member(_ key: String, _ value: Bool?) {
    guard let value else { return }
    member(key, capacity: 5) { $0.append(constant: value ? "true" : "false") }
  }

  /// Writes a member, with one check of the capacity, since an object has up to twenty members.
  ///
  /// The key is a constant of ours, which needs no escapes.
  package mutating func member(_ key: String, capacity: Int, _ value: (inout OutputSpan<UInt8>) -> Void) {
    let text = key.utf8.span
    assert(key.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\" })
    bytes.append(addingCapacity: text.count + 4 + capacity) { [needsComma] output in
      if needsComma { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      for index in text.indices { output.append(text[index]) }
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
      value(&output)
    }
    needsComma = true
  }

  /// Writes an element of an array, with one check of the capacity, since a sky has dozens of them.
  package mutating func element(capacity: Int, _ fill: (inout OutputSpan<UInt8>) -> Void) {
    separate()
    bytes.append(addingCapacity: capacity, initializingWith: fill)
  }

  /// Writes a string as an element of an array.
  package mutating func element(_ value: String) {
    separate()
    quote(value)
  }

  /// Writes a number as an element of an array.
  package mutating func element(_ value: Int) {
    separate()
    bytes.append(addingCapacity: FixedDecimal.longest) { FixedDecimal.append(value, to: &$0) }
  }

  /// Writes an array of numbers, then a text if there is one, as an element of an array.
  package mutating func element(_ numbers: [Int], _ text: String? = nil) {
    separate()
    enclose("[", "]") { json in
      for number in numbers { json.element(number) }
      if let text { json.element(text) }
    }
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

  /// Appends a quoted string if it needs no escapes; otherwise appends nothing and returns false.
  private mutating func quotePlain(_ text: Span<UInt8>) -> Bool {
    var isPlain = true
    bytes.append(addingCapacity: text.count + 2) { output in
      output.append(UInt8(ascii: "\""))
      for index in text.indices {
        let byte = text[index]
        guard byte >= 0x20, byte <= 0x7E, byte != 0x22, byte != 0x5C else {
          isPlain = false
          return output.removeAll()
        }
        output.append(byte)
      }
      output.append(UInt8(ascii: "\""))
    }
    return isPlain
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

extension OutputSpan<UInt8> {
  /// Appends a text in ASCII.
  @inlinable @inline(__always) package mutating func append(constant text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { unsafe append(text.utf8Start[index]) }
  }
}
