import Testing

@testable import GPSBase

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
    #expect(try read("+5").number == 5)
    #expect(try read("-.5").number == -0.5)
    #expect(try read("5.").number == 5)
    #expect(try read("-0xff").number == -255)
  }

  @Test func `is that a key may be quoted or not`() throws {
    #expect(
      try read("{a_b$1: 1, 'c d': 2, \"é\": 3, ü: 4}").members.map(\.key) == ["a_b$1", "c d", "é", "ü"])
  }

  @Test func `is that one comma too many is forgiven`() throws {
    #expect(try read("[1,]").elements.count == 1)
    #expect(try read("{a:1,}").members.count == 1)
  }

  @Test func `is that comments stand wherever blanks may`() throws {
    #expect(try read("/**/[/*a*/1/*,*/,//x\n2]//y").elements.map(\.number) == [1, 2])
    #expect(try read("/***/1").number == 1)
    #expect(try read("/* // */1").number == 1)
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
