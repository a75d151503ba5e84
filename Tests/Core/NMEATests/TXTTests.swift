import NMEA
import TestSupport
import Testing

@Suite struct `A TXT sentence` {
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
}
