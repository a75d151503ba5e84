import NMEA
import TestSupport
import Testing

@Suite struct `A TXT sentence` {
  @Test func `reads its numbers and its text`() throws {
    let txt: TXT = try read("$GPTXT,01,01,02,MOD LEA-5H-0*2E")
    #expect(txt.total == 1)
    #expect(txt.number == 1)
    #expect(txt.identifier == 2)
    #expect(txt.text == "MOD LEA-5H-0")
  }

  @Test func `keeps the commas that u-blox sends in its text`() throws {
    let line = "$GNTXT,01,01,01,0,500482,0000,80A0,80A0,-38.007,0*64"
    let txt: TXT = try read(line)
    #expect(txt.text.description == "0,500482,0000,80A0,80A0,-38.007,0")
    #expect(txt.encoded() == [UInt8](line.utf8) + [0x0D, 0x0A])
  }

  @Test func `keeps an escape as it is, and unescapes it for a person`() throws {
    let txt: TXT = try read(wire("GPTXT,01,01,02,12^2C5 ^B0C ^ok^4"))
    #expect(txt.text.bytes == [UInt8]("12^2C5 ^B0C ^ok^4".utf8))
    #expect(txt.text.unescaped == "12,5 °C ^ok^4")
  }

  @Test func `escapes what may not stand in a field`() throws {
    let txt = TXT(.ii) { $0.text = FieldText(escaping: "a,b*c^ü→") }
    #expect(txt.text.description == "a^2Cb^2Ac^5E^FC?")
    #expect(try Sentence(txt.encoded()) == .txt(txt))
  }

  @Test func `takes over the text of another one, commas and all`() throws {
    let first: TXT = try read(wire("GPTXT,01,01,02,a,b,,"))
    let second = TXT(.gp) { $0.text = first.text }
    #expect(second.text == first.text)
    #expect(try Sentence(second.encoded()) == .txt(second))
  }

  @Test func `is refused without a text`() {
    #expect(throws: SentenceError.tooFewFields(found: 3, expected: 4)) {
      try Sentence(wire("GPTXT,01,01,02"))
    }
  }
}
