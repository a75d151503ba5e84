/// Text that is known when the program is built, as bytes; no `String` on the way.
enum Ascii {
  /// The bytes of a literal.
  static func bytes(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { unsafe [UInt8]($0) }
  }

  /// Whether `bytes` has `text` at `index`.
  static func matches(_ bytes: Span<UInt8>, at index: Int, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { letters in
      guard index + letters.count <= bytes.count else { return false }
      for offset in letters.indices where bytes[index + offset] != (unsafe letters[offset]) {
        return false
      }
      return true
    }
  }

  /// Whether `bytes` begins with `tag`, and the tag ends there: at a comma, or with the bytes.
  static func hasTag(_ bytes: Span<UInt8>, _ tag: StaticString) -> Bool {
    let length = tag.utf8CodeUnitCount
    guard matches(bytes, at: 0, tag) else { return false }
    return bytes.count == length || bytes[length] == UInt8(ascii: ",")
  }

  /// The fields that a tag takes up: one, and one more for each comma in it.
  static func fields(of tag: StaticString) -> Int {
    tag.withUTF8Buffer { letters in
      unsafe letters.reduce(1) { $1 == UInt8(ascii: ",") ? $0 + 1 : $0 }
    }
  }
}
