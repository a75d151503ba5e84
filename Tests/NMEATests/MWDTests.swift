import NMEA
import TestSupport
import Testing

@Suite struct `An MWD sentence` {
  @Test func `reads all fields`() throws {
    let mwd: MWD = try read("$WIMWD,327.5,T,326.1,M,11.4,N,5.9,M*67")
    #expect(mwd.direction == 327.5)
    #expect(mwd.magneticDirection == 326.1)
    #expect(mwd.speedFromKnots == 11.4 * knot)
    #expect(mwd.speed == 5.9)
  }

  @Test func `says nothing when it is empty`() throws {
    #expect(try Sentence(wire("WIMWD,,T,,M,,N,,M")) == .mwd(MWD(talker: .wi)))
  }

  @Test func `is read as it was written`() throws {
    let mwd = MWD(.wi) {
      $0.magneticDirection = 12
      $0.speed = 3.125
    }
    #expect(try Sentence(mwd.encoded()) == .mwd(mwd))
  }

  @Test func `is refused when metres per second are called something else`() {
    #expect(throws: SentenceError.field(FieldFault(field: 8, reason: .otherUnit))) {
      try Sentence(wire("WIMWD,327.5,T,326.1,M,11.4,N,5.9,K"))
    }
  }
}
