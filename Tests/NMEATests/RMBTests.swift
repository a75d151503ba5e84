import NMEA
import TestSupport
import Testing

@Suite struct `An RMB sentence` {
  @Test func `reads all fields`() throws {
    let rmb: RMB = try read("$GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,001.3,052.5,000.5,V*20")
    #expect(rmb.status == .valid)
    #expect(rmb.crossTrackError == -0.66 * 1852)
    #expect(rmb.origin == "003")
    #expect(rmb.destination == "004")
    #expect(rmb.latitude == degrees(49, 17.24))
    #expect(rmb.longitude == -degrees(123, 9.57))
    #expect(rmb.distance == 1.3 * 1852)
    #expect(rmb.bearing == 52.5)
    #expect(rmb.closingSpeed == 0.5 * knot)
    #expect(rmb.arrival == .underway)
    #expect(rmb.mode == nil)
  }

  @Test func `says nothing when there is no route`() throws {
    #expect(try Sentence("$GPRMB,,,,,,,,,,,,,,N*04".utf8) == .rmb(RMB(.gp) { $0.mode = .noFix }))
  }

  @Test func `is refused when the longitude is on no side`() {
    let text = wire("GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,Q,001.3,052.5,000.5,V")
    #expect(throws: SentenceError.field(FieldFault(field: 9, reason: .notAHemisphere))) { try Sentence(text) }
  }
}
