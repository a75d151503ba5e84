/// Parses JSON5: a single value without trailing text.
package struct JSON5Reader {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  /// The maximum depth, which is ample for files written by hand: each level uses stack.
  private static let deepest = 32

  /// Parses a complete text.
  package static func read(_ bytes: [UInt8]) throws(JSON5Error) -> JSON5 {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSON5Error(line: 1, expected: "UTF-8 text")
    }
    // A byte order mark, which some editors add.
    var reader = JSON5Reader(bytes: Array((text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]).utf8))
    let value = try reader.value(depth: 0)
    try reader.skip()
    guard reader.next == nil else { throw reader.expected("the end") }
    return value
  }

  /// Parses an object up to the first error; returns its members in order, and the error.
  ///
  /// A member counts once its value is complete. Invalid UTF-8 is replaced.
  package static func readMembers(_ bytes: [UInt8]) -> (members: [JSON5.Member], error: JSON5Error?) {
    var reader = JSON5Reader(bytes: bytes)
    var members: [JSON5.Member] = []
    do throws(JSON5Error) {
      try reader.skip()
      guard reader.isNext("{") else { throw reader.expected("an object") }
      try reader.object(0, &members)
      try reader.skip()
      guard reader.next == nil else { throw reader.expected("the end") }
    } catch { return (members, error) }
    return (members, nil)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func isNext(_ scalar: Unicode.Scalar) -> Bool { next == UInt8(ascii: scalar) }

  private func expected(_ what: String) -> JSON5Error { JSON5Error(line: line, expected: what) }

  private mutating func advance() {
    if isNext("\n") { line += 1 }
    place += 1
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard isNext(scalar) else { return false }
    advance()
    return true
  }

  private mutating func skip() throws(JSON5Error) {
    while let byte = next {
      switch byte {
      case 0x09...0x0D, 0x20: advance()
      case UInt8(ascii: "/"): try comment()
      default: return
      }
    }
  }

  private mutating func comment() throws(JSON5Error) {
    let start = line
    advance()
    if take("/") {
      while next != nil, !isNext("\n") { advance() }
      return
    }
    guard take("*") else { throw expected("a comment: // or /*") }
    while next != nil {
      if take("*") { if take("/") { return } } else { advance() }
    }
    throw JSON5Error(line: start, expected: "the end of this comment: */")
  }

  // MARK: - Values

  private mutating func value(depth: Int) throws(JSON5Error) -> JSON5 {
    try skip()
    guard depth < Self.deepest else { throw expected("fewer nested braces") }
    let start = line
    let content: JSON5.Content
    switch next {
    case UInt8(ascii: "{"):
      var members: [JSON5.Member] = []
      try object(depth, &members)
      content = .object(members)
    case UInt8(ascii: "["): content = try array(depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): content = .string(try string())
    default: content = try word()
    }
    return JSON5(content: content, line: start)
  }

  private mutating func object(_ depth: Int, _ members: inout [JSON5.Member]) throws(JSON5Error) {
    advance()
    while true {
      try skip()
      if take("}") { return }
      let start = line
      let key = isNext("\"") || isNext("'") ? try string() : name()
      guard !key.isEmpty else { throw expected("a key, or }") }
      try skip()
      guard take(":") else { throw expected("a colon after \(VisibleText.escaped(key.prefix(40).utf8))") }
      members.append(JSON5.Member(key: key, line: start, value: try value(depth: depth + 1)))
      try skip()
      guard take(",") || isNext("}") else { throw expected("a comma, or }") }
    }
  }

  private mutating func array(_ depth: Int) throws(JSON5Error) -> JSON5.Content {
    var elements: [JSON5] = []
    advance()
    while true {
      try skip()
      if take("]") { return .array(elements) }
      elements.append(try value(depth: depth + 1))
      try skip()
      guard take(",") || isNext("]") else { throw expected("a comma, or ]") }
    }
  }

  /// Consumes letters, digits and other characters of numbers and names.
  private mutating func name() -> String {
    let start = place
    while let byte = next, Self.isOfName(byte) { advance() }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "_$+-.".utf8.contains(byte)
    }
  }

  private mutating func word() throws(JSON5Error) -> JSON5.Content {
    let word = name()
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      guard let number = Self.number(word) else { throw expected("a value") }
      return .number(number)
    }
  }

  private static func number(_ word: String) -> Double? {
    var digits = word[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
    guard let first = digits.utf8.first, 0x30...0x39 ~= first || first == UInt8(ascii: ".") else {
      return nil
    }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let value = isHexadecimal ? UInt64(digits.dropFirst(2), radix: 16).map { Double($0) } : Double(digits)
    guard let value, value.isFinite else { return nil }
    return isNegative ? -value : value
  }

  // MARK: - Strings

  private mutating func string() throws(JSON5Error) -> String {
    guard let quote = next else { throw expected("a string") }
    let start = line
    var text: [UInt8] = []
    advance()
    while let byte = next {
      switch byte {
      case quote:
        advance()
        return String(decoding: text, as: UTF8.self)
      case 0x0A: throw JSON5Error(line: start, expected: "the closing quote of this string")
      case UInt8(ascii: "\\"):
        advance()
        text += try escape()
      default:
        text.append(byte)
        advance()
      }
    }
    throw JSON5Error(line: start, expected: "the closing quote of this string")
  }

  private mutating func escape() throws(JSON5Error) -> [UInt8] {
    guard let byte = next else { throw expected("a character after \\") }
    advance()
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "0"): return [0x00]
    // The string continues on the next line.
    case 0x0A: return []
    case 0x0D where take("\n"): return []
    case UInt8(ascii: "x"): return try encoded(digits: 2)
    case UInt8(ascii: "u"): return try encoded(digits: 4)
    default: return [byte]
    }
  }

  private mutating func encoded(digits: Int) throws(JSON5Error) -> [UInt8] {
    var number = try hexadecimal(digits)
    if 0xD800..<0xDC00 ~= number, take("\\"), take("u") {
      let low = try hexadecimal(4)
      guard 0xDC00..<0xE000 ~= low else { throw expected("the second half of a surrogate pair after \\u") }
      number = 0x10000 + (number - 0xD800) << 10 + (low &- 0xDC00) & 0x3FF
    }
    guard let scalar = Unicode.Scalar(number) else { throw expected("a character after \\u") }
    return Array(String(scalar).utf8)
  }

  private mutating func hexadecimal(_ digits: Int) throws(JSON5Error) -> UInt32 {
    let end = min(place + digits, bytes.count)
    let text = String(decoding: bytes[place..<end], as: UTF8.self)
    guard text.utf8.count == digits, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(text, radix: 16)
    else { throw expected("\(digits) hexadecimal digits") }
    place = end
    return number
  }
}
