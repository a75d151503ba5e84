/// A strict JSON parser (RFC 8259), which rejects anything else.
package struct JSONReader {
  package struct Wrong: Error {
    package var place: Int
    package var expected: String
  }

  private let bytes: [UInt8]
  private var place = 0

  package static func read(_ text: String) throws -> JSONValue {
    var reader = JSONReader(bytes: Array(text.utf8))
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.place == reader.bytes.count else { throw reader.wrong("the end") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func value() throws -> JSONValue {
    skipBlanks()
    switch bytes[safe: place] {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func members() throws -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    try expect("{")
    if take("}") { return members }
    repeat {
      skipBlanks()
      let key = try string()
      guard !members.contains(where: { $0.key == key }) else { throw wrong("another key than \(key)") }
      skipBlanks()
      try expect(":")
      members.append(JSONValue.Member(key: key, value: try value()))
    } while take(",")
    try expect("}")
    return members
  }

  private mutating func elements() throws -> [JSONValue] {
    var elements: [JSONValue] = []
    try expect("[")
    if take("]") { return elements }
    repeat { elements.append(try value()) } while take(",")
    try expect("]")
    return elements
  }

  private mutating func string() throws -> String {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = bytes[safe: place], byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw wrong("no control character") }
      place += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      text += Array(String(try escape()).utf8)
    }
    try expect("\"")
    guard let string = String(validating: text, as: UTF8.self) else { throw wrong("UTF-8") }
    return string
  }

  private mutating func escape() throws -> Unicode.Scalar {
    let letter = bytes[safe: place] ?? 0
    place += 1
    switch Unicode.Scalar(letter) {
    case "\"", "\\", "/": return Unicode.Scalar(letter)
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "u":
      let unit = try unit()
      guard 0xD800...0xDBFF ~= unit else {
        guard let scalar = Unicode.Scalar(unit) else { throw wrong("the first half of a pair") }
        return scalar
      }
      guard bytes[safe: place] == UInt8(ascii: "\\"), bytes[safe: place + 1] == UInt8(ascii: "u") else {
        throw wrong("the second half of a pair")
      }
      place += 2
      let second = try self.unit()
      guard 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00))
      else { throw wrong("the second half of a pair") }
      return scalar
    default: throw wrong("an escape")
    }
  }

  private mutating func unit() throws -> UInt32 {
    let digits = String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
    guard digits.utf8.count == 4, let unit = UInt32(digits, radix: 16) else {
      throw wrong("four hexadecimal digits")
    }
    place += 4
    return unit
  }

  /// A regular expression would dominate the time of a test that reads a thousand records in a debug build.
  private mutating func number() throws -> JSONValue {
    let start = place
    if bytes[safe: place] == UInt8(ascii: "-") { place += 1 }
    let isZero = bytes[safe: place] == UInt8(ascii: "0")
    let digits = skipDigits()
    var isRight = digits == 1 || digits > 1 && !isZero
    if bytes[safe: place] == UInt8(ascii: ".") {
      place += 1
      isRight = skipDigits() > 0 && isRight
    }
    if let letter = bytes[safe: place], letter | 0x20 == UInt8(ascii: "e") {
      place += 1
      if let sign = bytes[safe: place], [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign) { place += 1 }
      isRight = skipDigits() > 0 && isRight
    }
    guard isRight, let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)) else {
      throw wrong("a value")
    }
    return .number(number)
  }

  private mutating func skipDigits() -> Int {
    let start = place
    while let byte = bytes[safe: place], UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
    return place - start
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
    guard bytes[place...].starts(with: word.utf8) else { throw wrong(word) }
    place += word.utf8.count
    return value
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws {
    guard take(scalar) else { throw wrong(String(scalar)) }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    if scalar != "\"" { skipBlanks() }
    guard bytes[safe: place] == UInt8(ascii: scalar) else { return false }
    place += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = bytes[safe: place], [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private func wrong(_ expected: String) -> Wrong { Wrong(place: place, expected: expected) }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
