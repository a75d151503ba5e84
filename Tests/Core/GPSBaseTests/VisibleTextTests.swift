import TestSupport
import Testing

@testable import GPSBase

@Suite struct `A text that is shown` {
  @Test(arguments: [
    "\u{0}", "\u{7}", "\u{8}", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}",
    "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202D}", "\u{202E}", "\u{2066}",
    "\u{2067}", "\u{2069}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{2064}", "\u{206F}",
    "\u{FEFF}",
    "\u{FFF9}", "\u{E0001}", "\u{E0020}", "\u{E007F}", "\u{AD}", "\u{180E}", "\u{E000}", "\u{FFFF}",
    "\u{10FFFF}",
  ])
  func `holds nothing that moves a cursor or turns a line around`(scalar: Unicode.Scalar) {
    #expect(!VisibleText.isHarmless(scalar))
    let shown = VisibleText.escaped(Array("a\(scalar)b".utf8))
    #expect(shown.hasPrefix("a\\x") && shown.hasSuffix("b"))
    #expect(shown.unicodeScalars.allSatisfy { VisibleText.isHarmless($0) })
  }

  @Test(arguments: [" ", "~", "\u{A0}", "é", "ß", "Ω", "م", "中", "🛰", "\u{301}", "\u{FE0F}"])
  func `keeps the letters of every language`(scalar: Unicode.Scalar) {
    #expect(VisibleText.isHarmless(scalar))
    #expect(VisibleText.escaped(Array(String(scalar).utf8)) == String(scalar))
  }

  @Test func `says of each wrong byte which one it was`() {
    #expect(VisibleText.escaped([0x80]) == #"\x80"#)
    #expect(VisibleText.escaped([0xC0, 0xAF]) == #"\xc0\xaf"#)
    #expect(VisibleText.escaped([0xED, 0xA0, 0x80]) == #"\xed\xa0\x80"#)
    #expect(VisibleText.escaped([0xF4, 0x90, 0x80, 0x80]) == #"\xf4\x90\x80\x80"#)
    #expect(VisibleText.escaped([0x61, 0x00]) == #"a\x00"#)
  }

  @Test func `is harmless whatever the bytes are, and plain letters stay`() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let shown = VisibleText.escaped(bytes)
      #expect(shown.unicodeScalars.allSatisfy { VisibleText.isHarmless($0) }, "\(bytes), seed \(seed)")
      let plain = bytes.filter { 0x21...0x5B ~= $0 }
      var rest = plain[...]
      for byte in shown.utf8 where byte == rest.first { rest.removeFirst() }
      #expect(rest.isEmpty, "\(bytes), seed \(seed)")
    }
  }

  @Test func `is cut where it gets too long`() {
    #expect(VisibleText.replaced(String(repeating: "x", count: 200)).count == 129)
    #expect(VisibleText.replaced("xxxx", limit: 3) == "xxx…")
  }

  @Test func `has hexadecimal numbers as long as they are asked for`() {
    #expect(VisibleText.hexadecimal(0, digits: 4) == "0000")
    #expect(VisibleText.hexadecimal(0x1BC, digits: 4) == "01bc")
    #expect(VisibleText.hexadecimal(0x12345, digits: 4) == "12345")
    #expect(VisibleText.hexadecimal(.max, digits: 2) == "ffffffff")
  }

  @Test func `comes back from a record, whichever characters are in it`() throws {
    for value in (UInt32(0)..<0x3000).map({ $0 }) + [0xFEFF, 0xFFFF, 0xE0001, 0xE007F, 0x1F6F0, 0x10FFFF] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var json = JSONWriter()
      json.object { $0.member("name", "a\(scalar)b") }
      let line = String(decoding: json.bytes, as: UTF8.self)
      #expect(line.unicodeScalars.allSatisfy { VisibleText.isHarmless($0) })
      #expect(try JSONReader.read(line)["name"]?.text == "a\(scalar)b")
    }
  }
}
