import NMEA
import TestSupport
import Testing

@Suite struct `An ROT sentence` {
  @Test func `reads a turn to port as negative`() throws {
    let rot: ROT = try read("$APROT,-0.007,A*1D")
    #expect(rot.rate == -0.007)
    #expect(rot.status == .valid)
  }

  @Test func `is refused with one field`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 2)) { try Sentence(wire("HEROT,0.0")) }
  }
}
