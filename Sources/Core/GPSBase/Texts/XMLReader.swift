/// Reads the parts of XML that GPX needs, piece by piece: tags with their attributes, and the text between two tags.
///
/// Prefixes of names are removed. Character data is text; comments, instructions and declarations are skipped, with
/// any quote marks in them. Memory does not grow with the text.
package struct XMLReader: Sendable {
  /// A tag, and the text since the tag before it.
  package struct Tag: Sendable {
    /// The bytes between `<` and `>`.
    fileprivate var bytes: [UInt8] = []
    /// The text before the tag, without white space at its ends; empty if it is longer than any number or time.
    package fileprivate(set) var text = ""
    /// The line in which it ends, from 1.
    package fileprivate(set) var line = 1

    /// Whether it is an end tag: `</name>`.
    package var isEnd: Bool { bytes.first == UInt8(ascii: "/") }
    /// Whether it has no content: `<name/>`.
    package var isEmpty: Bool { bytes.last == UInt8(ascii: "/") }

    /// The name without a prefix.
    package var name: String {
      let whole = bytes.drop { $0 == UInt8(ascii: "/") }.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
      let begin = whole.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? whole.startIndex
      return String(decoding: whole[begin...], as: UTF8.self)
    }

    /// The value of an attribute; nil if it is missing.
    package func attribute(_ name: String) -> String? {
      var rest = bytes.drop { $0 > 0x20 }.drop { $0 <= 0x20 }
      while !rest.isEmpty {
        let key = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        rest = rest.dropFirst(key.count).drop { $0 <= 0x20 }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 <= 0x20 }
        guard let quote = rest.popFirst(), XMLReader.isQuote(quote) else { return nil }
        let value = rest.prefix { $0 != quote }
        if key.elementsEqual(name.utf8) { return String(decoding: value, as: UTF8.self) }
        rest = rest.dropFirst(value.count + 1).drop { $0 <= 0x20 }
      }
      return nil
    }
  }

  private enum State: Sendable {
    case text
    /// Between `<` and `>`; a quote mark hides a `>`.
    case tag(quote: UInt8?)
    /// `<!--`, `<![CDATA[` or `<?`, up to its end; a comment may be within a declaration.
    case skipped(end: StaticString, isText: Bool, depth: Int)
    /// `<!`, with the number of declarations that are open in it.
    case declaration(depth: Int, quote: UInt8?)
  }

  /// The line of the last byte read, from 1.
  package private(set) var line = 1
  /// Whether the bytes end between two tags.
  package var isBetweenTags: Bool { if case .text = state { true } else { false } }

  private var state = State.text
  private var tag = Tag()
  private var text: [UInt8] = []
  private var isTextLong = false
  /// The last bytes, newest last; zeros before the first one.
  private var last: UInt64 = 0

  // A longer tag or text has nothing that a point needs.
  private static let (mostTag, mostText) = (4096, 128)

  package init() {}

  /// Reads the next bytes, and passes on each tag that they complete.
  package mutating func read(_ bytes: Span<UInt8>, _ take: (Tag) -> Void) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") { line += 1 }
      last = last << 8 | UInt64(byte)
      switch state {
      case .text:
        if byte == UInt8(ascii: "<") {
          state = .tag(quote: nil)
          tag.bytes.removeAll(keepingCapacity: true)
        } else {
          keep(byte)
        }
      case .tag(let quote?): addToTag(byte, quote: byte == quote ? nil : quote)
      case .tag(quote: nil) where byte == UInt8(ascii: ">"):
        state = .text
        tag.line = line
        tag.text = isTextLong ? "" : Self.trimmed(text)
        take(tag)
        text.removeAll(keepingCapacity: true)
        isTextLong = false
      case .tag(quote: nil): addToTag(byte, quote: Self.isQuote(byte) ? byte : nil)
      case .skipped(let end, let isText, let depth):
        if isText { keep(byte) }
        guard byte == UInt8(ascii: ">"), ends(with: end) else { continue }
        if isText, !isTextLong { text.removeLast(end.utf8CodeUnitCount) }
        state = depth > 0 ? .declaration(depth: depth, quote: nil) : .text
        last = 0
      case .declaration(let depth, quote: let quote?):
        if byte == quote { state = .declaration(depth: depth, quote: nil) }
      case .declaration(let depth, quote: nil): declare(byte, depth)
      }
    }
  }

  private mutating func addToTag(_ byte: UInt8, quote: UInt8?) {
    state = .tag(quote: quote)
    if tag.bytes.count < Self.mostTag { tag.bytes.append(byte) }
    guard tag.bytes.count <= 8, tag.bytes[0] == UInt8(ascii: "!") || tag.bytes[0] == UInt8(ascii: "?") else {
      return
    }
    switch byte {
    case UInt8(ascii: "?") where tag.bytes.count == 1: skip(to: "?>")
    case UInt8(ascii: "-") where ends(with: "<!--"): skip(to: "-->")
    case UInt8(ascii: "[") where ends(with: "![CDATA["): skip(to: "]]>", isText: true)
    case UInt8(ascii: "!"), UInt8(ascii: "-"), UInt8(ascii: "["): break
    default: if !tag.bytes.starts(with: "![".utf8) { state = .declaration(depth: 1, quote: nil) }
    }
  }

  private mutating func declare(_ byte: UInt8, _ depth: Int) {
    switch byte {
    case UInt8(ascii: "<"): state = .declaration(depth: depth + 1, quote: nil)
    case UInt8(ascii: ">"): state = depth > 1 ? .declaration(depth: depth - 1, quote: nil) : .text
    case UInt8(ascii: "-") where ends(with: "<!--"): skip(to: "-->", depth: depth - 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .declaration(depth: depth, quote: byte)
    default: break
    }
  }

  private mutating func skip(to end: StaticString, isText: Bool = false, depth: Int = 0) {
    state = .skipped(end: end, isText: isText, depth: depth)
    last = 0
  }

  /// Whether the last bytes are these, of at most eight.
  private func ends(with mark: StaticString) -> Bool {
    var rest = last
    return mark.description.utf8.reversed().allSatisfy {
      defer { rest >>= 8 }
      return UInt8(truncatingIfNeeded: rest) == $0
    }
  }

  private mutating func keep(_ byte: UInt8) {
    isTextLong = text.count == Self.mostText
    if !isTextLong { text.append(byte) }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func trimmed(_ text: [UInt8]) -> String {
    guard let end = text.lastIndex(where: { $0 > 0x20 }) else { return "" }
    return String(decoding: text[...end].drop { $0 <= 0x20 }, as: UTF8.self)
  }
}
