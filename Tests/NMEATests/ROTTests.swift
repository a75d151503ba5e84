import NMEA
import TestSupport
import Testing

@Suite struct `An ROT sentence` {
  @Test func `reads a turn to port as negative`() throws {
    let rot: ROT = try read("$APROT,-0.007,A*1D")
    #expect(rot.rate == -0.007)
    #expect(rot.status == .valid)
  }

  @Test func `says nothing when it is empty`() throws {
    #expect(try Sentence(wire("TIROT,,")) == .rot(ROT(talker: Talker(0x54, 0x49))))
  }

  @Test func `is read as it was written`() throws {
    let rot = ROT(.he) {
      $0.rate = 35.6
      $0.status = .void
    }
    #expect(try Sentence(rot.encoded()) == .rot(rot))
  }

  @Test func `is refused with one field`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 2)) { try Sentence(wire("HEROT,0.0")) }
  }
}
