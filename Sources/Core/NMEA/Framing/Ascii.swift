/// ASCII literals as bytes, without a `String`.
enum Ascii {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { unsafe [UInt8]($0) } }

  /// Whether `bytes` contains `text` at `index`.
  static func matches(_ bytes: Span<UInt8>, at index: Int, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { letters in
      guard index + letters.count <= bytes.count else { return false }
      for offset in letters.indices where bytes[index + offset] != (unsafe letters[offset]) { return false }
      return true
    }
  }

  /// Whether `bytes` begins with `tag`, followed by a comma or the end.
  static func hasTag(_ bytes: Span<UInt8>, _ tag: StaticString) -> Bool {
    let length = tag.utf8CodeUnitCount
    guard matches(bytes, at: 0, tag) else { return false }
    return bytes.count == length || bytes[length] == UInt8(ascii: ",")
  }

  /// The number of fields in a tag: the number of its commas plus one.
  static func fields(of tag: StaticString) -> Int {
    tag.withUTF8Buffer { letters in unsafe letters.reduce(1) { $1 == UInt8(ascii: ",") ? $0 + 1 : $0 } }
  }
}
