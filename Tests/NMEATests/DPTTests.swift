import NMEA
import TestSupport
import Testing

@Suite struct `A DPT sentence` {
  @Test func `reads depth and offset`() throws {
    let dpt: DPT = try read("$INDPT,2.3,0.0*46")
    #expect(dpt.depth == 2.3)
    #expect(dpt.offset == 0)
    #expect(dpt.rangeScale == nil)
  }

  @Test func `reads a transducer above the keel and a range scale`() throws {
    let dpt: DPT = try read(wire("SDDPT,6.5,-0.4,50.0"))
    #expect(dpt.offset == -0.4)
    #expect(dpt.rangeScale == 50)
  }

  @Test func `has no range scale before NMEA 3.0`() {
    let dpt = DPT(.sd) { $0.depth = 6.5 }
    #expect(dpt.encoded(as: .v2_3) == wire("SDDPT,6.5,"))
    #expect(dpt.encoded(as: .v3_0) == wire("SDDPT,6.5,,"))
  }

  @Test func `is refused with one field`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 2)) { try Sentence(wire("SDDPT,6.5")) }
  }
}
