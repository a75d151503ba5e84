import NMEA
import TestSupport
import Testing

@Suite struct `An APB sentence` {
  @Test func `reads all fields`() throws {
    let apb: APB = try read("$GPAPB,A,A,0.10,R,N,V,V,011,M,DEST,011,M,011,M*3C")
    #expect(apb.status == .valid)
    #expect(apb.cycleLock == .valid)
    #expect(apb.crossTrackError == 0.1 * 1852)
    #expect(apb.arrival == .underway)
    #expect(apb.perpendicular == .underway)
    #expect(apb.legBearing == 11)
    #expect(apb.legReference == .magneticNorth)
    #expect(apb.destination == "DEST")
    #expect(apb.bearing == 11)
    #expect(apb.bearingReference == .magneticNorth)
    #expect(apb.heading == 11)
    #expect(apb.headingReference == .magneticNorth)
    #expect(apb.mode == nil)
  }

  @Test func `says nothing when there is no route`() throws {
    #expect(try Sentence("$GPAPB,,,,,,,,,,,,,,,N*26".utf8) == .apb(APB(.gp) { $0.mode = .noFix }))
  }

  @Test func `is refused when the distance has another unit`() {
    #expect(throws: SentenceError.field(FieldFault(field: 5, reason: .otherUnit))) {
      try Sentence(wire("GPAPB,A,A,0.10,R,K,V,V,011,M,DEST,011,M,011,M"))
    }
  }
}
