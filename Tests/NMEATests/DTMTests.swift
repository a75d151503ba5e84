import NMEA
import TestSupport
import Testing

@Suite struct `A DTM sentence` {
  @Test func `reads all fields`() throws {
    let dtm: DTM = try read("$GPDTM,999,,0.08,N,0.07,W,-47.7,W84*09")
    #expect(dtm.datum == "999")
    #expect(dtm.subdivision == "")
    #expect(dtm.latitudeOffset == 0.08 * (1.0 / 60))
    #expect(dtm.longitudeOffset == -0.07 * (1.0 / 60))
    #expect(dtm.altitudeOffset == -47.7)
    #expect(dtm.reference == "W84")
  }

  @Test func `reads the short form that Garmin sends`() throws {
    let dtm: DTM = try read("$GPDTM,W84,C*52")
    #expect(dtm.datum == "W84")
    #expect(dtm.subdivision == "C")
    #expect(dtm.reference.isEmpty)
  }

  @Test func `is refused with one field`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 2)) { try Sentence(wire("GPDTM,W84")) }
  }
}
