import TestSupport
import Testing

@testable import GPSBase

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
    #expect(root["source"]?.text == "usb:1546:01a8")
    #expect(root["source"]?.line == 3)
    #expect(root["units"]?.text == "nautical")
    #expect(root["ascii"]?.bool == true)
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
