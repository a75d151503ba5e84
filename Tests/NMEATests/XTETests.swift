import NMEA
import TestSupport
import Testing

@Suite struct `An XTE sentence` {
  @Test func `reads an error that asks to steer left as negative`() throws {
    let xte: XTE = try read("$GPXTE,A,A,0.67,L,N*6F")
    #expect(xte.status == .valid)
    #expect(xte.cycleLock == .valid)
    #expect(xte.crossTrackError == -0.67 * 1852)
    #expect(xte.mode == nil)
  }

  @Test func `says nothing when there is no route`() throws {
    #expect(try Sentence("$GPXTE,,,,,N,N*5E".utf8) == .xte(XTE(.gp) { $0.mode = .noFix }))
  }

  @Test func `notes a direction that is neither left nor right`() throws {
    #expect(try fault(in: "GPXTE,A,A,0.67,E,N") == FieldFault(field: 4, reason: .notAHemisphere))
  }

  @Test func `is refused with four fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 4, expected: 5)) {
      try Sentence(wire("GPXTE,A,A,0.67,L"))
    }
  }
}
