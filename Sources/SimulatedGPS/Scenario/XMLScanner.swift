/// Finds the tags of an XML text in order; implements only the part of XML that GPX needs.
struct XMLScanner {
  /// A tag: its name without a prefix, its attributes, and the start of the text after it.
  struct Tag {
    var name: String
    /// Whether it is an end tag: `</name>`.
    var isEnd: Bool
    /// Whether it has no content: `<name/>`.
    var isEmpty: Bool
    fileprivate var attributes: [(name: String, value: String)]
    fileprivate var textStart: Int

    /// The value of an attribute.
    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The text from the tag to the next one; nil if it is longer than any number or time.
    func text(in bytes: Span<UInt8>) -> String? {
      var text: [UInt8] = []
      var place = textStart
      while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
        guard text.count < 64 else { return nil }
        text.append(bytes[place])
        place += 1
      }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// The line of the last tag, from 1.
  private(set) var line = 1
  /// The maximum length of names and values; longer ones are cut off, as no relevant text is longer.
  private static let longest = 200

  /// The next tag, or nil at the end; comments, character data and declarations are skipped.
  mutating func nextTag(_ bytes: Span<UInt8>, _ place: inout Int) throws(GPXError) -> Tag? {
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x0A { line += 1 }
      place += 1
      guard byte == UInt8(ascii: "<") else { continue }
      if starts(bytes, place, "!--") {
        skip(bytes, &place, past: "-->")
      } else if starts(bytes, place, "![CDATA[") {
        skip(bytes, &place, past: "]]>")
      } else if starts(bytes, place, "!") || starts(bytes, place, "?") {
        skip(bytes, &place, past: ">")
      } else {
        return try tag(bytes, &place)
      }
    }
    return nil
  }

  private func starts(_ bytes: Span<UInt8>, _ place: Int, _ text: StaticString) -> Bool {
    guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
    var index = place
    for byte in text.description.utf8 {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  private mutating func skip(_ bytes: Span<UInt8>, _ place: inout Int, past end: StaticString) {
    while place < bytes.count {
      if bytes[place] == 0x0A { line += 1 }
      if starts(bytes, place, end) {
        place += end.utf8CodeUnitCount
        return
      }
      place += 1
    }
  }

  private mutating func tag(_ bytes: Span<UInt8>, _ place: inout Int) throws(GPXError) -> Tag {
    var tag = Tag(name: "", isEnd: false, isEmpty: false, attributes: [], textStart: 0)
    if place < bytes.count, bytes[place] == UInt8(ascii: "/") {
      tag.isEnd = true
      place += 1
    }
    let name = word(bytes, &place)
    tag.name = name.split(separator: ":").last.map(String.init) ?? name
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x0A { line += 1 }
      switch byte {
      case UInt8(ascii: ">"):
        place += 1
        tag.textStart = place
        return tag
      case UInt8(ascii: "/"):
        tag.isEmpty = true
        place += 1
      case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"): place += 1
      default:
        let attribute = word(bytes, &place)
        let value = quoted(bytes, &place)
        if tag.attributes.count < 16 { tag.attributes.append((attribute, value)) }
      }
    }
    throw GPXError(.cut, line: line, "the file ends within a tag; it was cut off, fetch it again")
  }

  private func word(_ bytes: Span<UInt8>, _ place: inout Int) -> String {
    var word: [UInt8] = []
    loop: while place < bytes.count {
      switch bytes[place] {
      case 0x00...0x20, UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="): break loop
      default:
        if word.count < Self.longest { word.append(bytes[place]) }
        place += 1
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  /// The quoted text after an equals sign; empty if missing.
  private mutating func quoted(_ bytes: Span<UInt8>, _ place: inout Int) -> String {
    while place < bytes.count, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "=") {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
      return ""
    }
    let quote = bytes[place]
    var value: [UInt8] = []
    place += 1
    while place < bytes.count, bytes[place] != quote {
      if bytes[place] == 0x0A { line += 1 }
      if value.count < Self.longest { value.append(bytes[place]) }
      place += 1
    }
    place += 1
    return String(decoding: value, as: UTF8.self)
  }
}
