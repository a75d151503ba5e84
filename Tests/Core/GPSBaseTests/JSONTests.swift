import TestSupport
import Testing

@testable import GPSBase

@Suite struct `The JSON writer` {
  private func write(_ fill: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object(fill)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func `puts commas between members and none at the ends`() {
    let text = write { json in
      json.member("a", 1)
      json.array("b") { json in
        json.element("x")
        json.element("y")
        json.object { $0.member("c", true) }
      }
      json.array("d") { _ in }
      json.member("e", false)
    }
    #expect(text == #"{"a":1,"b":["x","y",{"c":true}],"d":[],"e":false}"#)
  }

  @Test func `leaves out what is nil or not finite`() {
    let text = write { json in
      json.member("a", nil as String?)
      json.member("b", nil as Double?)
      for number in [Double.nan, .infinity] { json.member("c", number) }
      json.member("d", -Double.infinity, decimals: 2)
    }
    #expect(text == "{}")
  }

  @Test func `escapes quotes, controls and what could turn a terminal`() {
    let text = write { $0.member("t", "a\"b\\c\n\r\t\u{1B}[31m\u{7F}\u{9B}\u{202E}é🛰") }
    #expect(text == #"{"t":"a\"b\\c\n\r\t\u001b[31m\u007f\u009b\u202eé🛰"}"#)
  }

  @Test func `prints the shortest form of a number`() {
    #expect(write { $0.member("n", 0.1 + 0.2) } == #"{"n":0.30000000000000004}"#)
    #expect(write { $0.member("n", 545.4) } == #"{"n":545.4}"#)
  }
}

@Suite struct `A number with fixed decimals` {
  private func text(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `never traps, however large it is`() {
    #expect(Double(text(1e300, 9)) == 1e300)
    #expect(Double(text(-.greatestFiniteMagnitude, 4)) == -.greatestFiniteMagnitude)
  }
}

@Suite struct `A text in JSON5` {
  private func read(_ text: String) throws -> JSON5 { try JSON5Reader.read(Array(text.utf8)) }

  private func error(_ text: String) -> JSON5Error? {
    #expect(throws: JSON5Error.self) { try read(text) }
  }

  @Test func `is read as people write it`() throws {
    let root = try read(
      """
      // settings
      {
        source: 'usb:1546:01a8',  /* mine */
        "units": "nautical",
        ascii: true,
        list: [1, -0x10, .5, +2e3, null,],
      }
      """)
    #expect(root["source"]?.text == "usb:1546:01a8" && root["source"]?.line == 3)
    #expect(root["units"]?.text == "nautical" && root["ascii"]?.bool == true)
    #expect(root["list"]?.elements.map(\.number) == [1, -16, 0.5, 2000, nil])
    #expect(root.members.map(\.line) == [3, 4, 5, 6])
  }

  @Test func `has texts with all that can stand in them`() throws {
    #expect(try read(#""a\"b\\\n\t\x41\u00e4\ud83d\ude00\/""#).text == "a\"b\\\n\tAä😀/")
    #expect(try read("'it\\'s \"it\"'").text == "it's \"it\"")
    #expect(try read("\"one \\\ntwo\"").text == "one two")
    #expect(try read("\u{FEFF}\"x\"").text == "x")
  }

  @Test func `lets the last of equal keys count`() throws {
    #expect(try read("{a: 1, a: 2}")["a"]?.number == 2)
  }

  @Test(
    arguments: [
      ("", 1, "a value"), ("{", 1, "a key, or }"), ("{\n a 1 }", 2, "a colon after a"),
      ("{a: 1 b: 2}", 1, "a comma, or }"), ("[1 2]", 1, "a comma, or ]"), ("{a:\n\n}", 3, "a value"),
      ("\"x", 1, "the closing quote of this string"), ("\"x\n\"", 1, "the closing quote of this string"),
      ("{} {}", 1, "the end"), ("/* x", 1, "the end of this comment: */"), ("/x", 1, "a comment: // or /*"),
      (#""\u12""#, 1, "4 hexadecimal digits"), (#""\ud800""#, 1, "a character after \\u"),
      ("nan", 1, "a value"),
      ("-", 1, "a value"), ("01x", 1, "a value"), ("Infinity", 1, "a value"), ("1e999", 1, "a value"),
      (#""\ud83d\u0041""#, 1, "the second half of a surrogate pair after \\u"),
      (#""\ud83d\ud83d""#, 1, "the second half of a surrogate pair after \\u"),
      (#""\ud83dx""#, 1, "a character after \\u"), (#""\udef0""#, 1, "a character after \\u"),
      ("--5", 1, "a value"), ("+-5", 1, "a value"), ("0x", 1, "a value"), ("0x-1", 1, "a value"),
      ("{'': 1}", 1, "a key, or }"), ("{: 1}", 1, "a key, or }"), ("{,}", 1, "a key, or }"),
      ("[1,,]", 1, "a value"), ("[,]", 1, "a value"), ("{a:1,,}", 1, "a key, or }"),
      ("/* /* */ */1", 1, "a value"),
    ] as [(String, Int, String)])
  func `that is wrong says where, and what was expected`(text: String, line: Int, expected: String) {
    #expect(error(text) == JSON5Error(line: line, expected: expected))
  }

  @Test func `may not be deeper than anybody writes`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(error(text)?.expected == "fewer nested braces")
  }

  @Test(
    arguments: [
      (#"{"a":1,"b":tru"#, ["a"], "a value"), (#"{"a":1,"b":[2,"#, ["a"], "a value"),
      (#"{"a":1,"b":{"c":2},"d"#, ["a", "b"], "the closing quote of this string"),
      (#"{"a":1,"a":2} 3"#, ["a", "a"], "the end"), ("{", [], "a key, or }"), ("[1]", [], "an object"),
      ("", [], "an object"), (#"{"a":1,}"#, ["a"], nil), ("{}", [], nil),
    ] as [(String, [String], String?)])
  func `that is damaged has the members in front of the damage`(
    text: String, keys: [String], expected: String?
  ) {
    let (members, error) = JSON5Reader.readMembers(Array(text.utf8))
    #expect(members.map(\.key) == keys)
    #expect(error?.expected == expected)
  }

  @Test func `in another encoding is refused`() {
    #expect(throws: JSON5Error.self) { try JSON5Reader.read([0x22, 0xFF, 0x22]) }
  }

  @Test func `of whatever bytes ends, and never brings the tool down`() {
    var random = SeededGenerator()
    let likely = Array("{}[]:,\"'/\\*\n u0x1-.eEtrfalsn".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        likely.randomElement(using: &random) ?? 0
      }
      do throws(JSON5Error) {
        _ = try JSON5Reader.read(bytes)
      } catch {
        #expect(error.line >= 1 && !error.expected.isEmpty, "\(bytes), seed \(seed)")
      }
    }
  }
}

@Suite struct `A detail of JSON5` {
  private func read(_ text: String) throws -> JSON5 { try JSON5Reader.read(Array(text.utf8)) }

  private func expected(_ text: String) -> String? {
    let error = #expect(throws: JSON5Error.self) { try read(text) }
    return error?.expected
  }

  @Test func `is that a text goes on in the next line, however lines end`() throws {
    #expect(try read("'one \\\ntwo'").text == "one two")
    #expect(try read("'one \\\r\ntwo'").text == "one two")
    #expect(try read("['a\\\r\nb',\r\n1]").elements.map(\.line) == [1, 3])
  }

  @Test func `is that a character of two halves has both`() throws {
    #expect(try read(#""\ud83d\udef0""#).text == "🛰")
    #expect(try read(#""\uD800\uDC00\uDBFF\uDFFF""#).text == "\u{10000}\u{10FFFF}")
  }

  @Test func `is that a sign may stand before a number`() throws {
    #expect(try read("[+5, -.5, 5., -0xff]").elements.map(\.number) == [5, -0.5, 5, -255])
  }

  @Test func `is that a key may be quoted or not`() throws {
    #expect(
      try read("{a_b$1: 1, 'c d': 2, \"é\": 3, ü: 4}").members.map(\.key) == ["a_b$1", "c d", "é", "ü"])
  }

  @Test func `is that one comma too many is forgiven, and comments stand wherever blanks may`() throws {
    #expect(try read("[1,]").elements.count == 1)
    #expect(try read("{a:1,}").members.count == 1)
    #expect(try read("/**/[/*a*/1/*,*/,//x\n2]//y").elements.map(\.number) == [1, 2])
    for text in ["/***/1", "/* // */1"] { #expect(try read(text).number == 1) }
    #expect(try read("'/*x*/'").text == "/*x*/")
  }

  @Test func `is the line of a value, counted over comments of many lines`() throws {
    let root = try read("/*\n\n*/{\n// x\na:\n1}")
    #expect(root.line == 3)
    #expect(root.members.map(\.line) == [5])
    #expect(root["a"]?.line == 6)
  }

  @Test func `is that what is of another kind is none`() throws {
    let root = try read("{t: 'x', n: 1, b: true, z: null, o: {}, l: []}")
    #expect(root["t"]?.number == nil && root["t"]?.bool == nil && root["t"]?.members == [])
    #expect(root["n"]?.text == nil && root["n"]?.elements == [])
    #expect(root["b"]?.text == nil && root["z"]?.bool == nil && root["o"]?.elements == [])
    #expect(root["missing"] == nil && root["l"]?["t"] == nil)
  }

  @Test func `is that 31 braces within another are read, and 32 are not`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try read(nested(32)).elements.count == 1)
    #expect(expected(nested(33)) == "fewer nested braces")
  }
}
