import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of CASIC` {
  @Test func `is understood when it echoes our command for a port`() throws {
    let pcas01: PCAS01 = try read("$PCAS01,5*19")
    #expect(pcas01.baudRate == 115_200)
    #expect(PCAS01 { $0.baudRate = 9600 }.encoded() == Array("$PCAS01,1*1D\r\n".utf8))
  }

  @Test func `has no number for a rate that CASIC does not know`() throws {
    let odd: PCAS01 = try read(wire("PCAS01,99"))
    #expect(odd.code == 99)
    #expect(odd.baudRate == nil)
    #expect(PCAS01 { $0.baudRate = 12_345 } == PCAS01())
  }

  @Test func `is understood when it echoes our command for a pace`() throws {
    let pcas02: PCAS02 = try read("$PCAS02,200*1D")
    #expect(pcas02.interval == 0.2)
    #expect(PCAS02 { $0.interval = 0.1 }.encoded() == Array("$PCAS02,100*1E\r\n".utf8))
  }

  @Test func `is understood when it echoes our choice of sentences`() throws {
    let text = "$PCAS03,1,0,0,0,1,0,0,0,0,0,,,0,0*02"
    let pcas03: PCAS03 = try read(text)
    #expect(pcas03[.gga] == 1)
    #expect(pcas03[.rmc] == 1)
    #expect(pcas03[.gsv] == 0)
    #expect(pcas03[.utc] == 0)
    #expect(pcas03[.tim] == nil)
    #expect(pcas03.encoded() == Array((text + "\r\n").utf8))
  }

  @Test func `names only sentences that old receivers know, unless asked for others`() {
    #expect(PCAS03.only([.gga, .rmc, .vtg]).encoded() == Array("$PCAS03,1,0,0,0,1,1,0,0*03\r\n".utf8))
    #expect(PCAS03.only([.gst]).encoded() == wire("PCAS03,0,0,0,0,0,0,0,0,,,,,,1"))
  }

  @Test func `is refused when it has too few fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 0, expected: 1)) { try Sentence(wire("PCAS03")) }
  }

  @Test func `names the field that can't be read`() throws {
    #expect(try fault(in: "PCAS02,often") == FieldFault(field: 1, reason: .notANumber))
  }

  @Test func `of a number that is not known keeps all its fields`() throws {
    let sentence = try readUnknown("PCAS06,0")
    #expect(sentence.tag == "PCAS06")
    #expect(sentence[1] == "0")
    for body in ["PCAS011,5", "PCAS1,5", "PCAS"] { _ = try readUnknown(body) }
  }
}
