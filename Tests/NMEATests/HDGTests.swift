import NMEA
import TestSupport
import Testing

@Suite struct `An HDG sentence` {
  @Test func `reads deviation from fields 2 and 3, variation from 4 and 5`() throws {
    let hdg: HDG = try read("$HCHDG,98.3,0.0,E,12.6,W*57")
    #expect(hdg.talker == .hc)
    #expect(hdg.reading == 98.3)
    #expect(hdg.deviation == 0)
    #expect(hdg.variation == -12.6)
  }

  @Test func `reads both directions of both`() throws {
    let west: HDG = try read(wire("HCHDG,10.0,1.5,W,2.5,E"))
    #expect(west.deviation == -1.5)
    #expect(west.variation == 2.5)
    let east: HDG = try read(wire("HCHDG,10.0,1.5,E,2.5,W"))
    #expect(east.deviation == 1.5)
    #expect(east.variation == -2.5)
  }

  @Test func `reads the variation of a compass that knows no deviation`() throws {
    let hdg: HDG = try read("$SDHDG,231.0,,,1.3,E*37")
    #expect(hdg.reading == 231)
    #expect(hdg.deviation == nil)
    #expect(hdg.variation == 1.3)
  }

  @Test func `does not know a variation of no side`() throws {
    let hdg: HDG = try read(wire("HCHDG,10.0,,,2.5,"))
    #expect(hdg.variation == nil)
    #expect(try fault(in: "HCHDG,10.0,,,2.5,N") == FieldFault(field: 5, reason: .notAHemisphere))
  }

  @Test func `is refused with fewer than five fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 3, expected: 5)) { try Sentence(wire("HCHDG,10.0,,")) }
  }
}
