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

  @Test func `is refused when metres per second are called something else`() {
    #expect(throws: SentenceError.field(FieldFault(field: 8, reason: .otherUnit))) {
      try Sentence(wire("WIMWD,327.5,T,326.1,M,11.4,N,5.9,K"))
    }
  }
}
