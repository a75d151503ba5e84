import NMEA
import TestSupport
import Testing

@Suite struct `An RTE sentence` {
  @Test func `reads as many waypoints as there are`() throws {
    let rte: RTE = try read(
      "$GPRTE,2,1,c,0,PBRCPK,PBRTO,PTELGR,PPLAND,PYAMBU,PPFAIR,PWARRN,PMORTL,PLISMR*73")
    #expect(rte.total == 2)
    #expect(rte.number == 1)
    #expect(rte.mode == .complete)
    #expect(rte.route == "0")
    #expect(rte.waypoints.count == 9)
    #expect(rte.waypoints.first == "PBRCPK")
    #expect(rte.waypoints.last == "PLISMR")
  }

  @Test func `reads a route without waypoints`() throws {
    let rte: RTE = try read("$GPRTE,1,1,c,0*07")
    #expect(rte.route == "0")
    #expect(rte.waypoints.isEmpty)
  }

  @Test func `is refused without the name of a route`() {
    #expect(throws: SentenceError.tooFewFields(found: 3, expected: 4)) { try Sentence(wire("GPRTE,1,1,c")) }
  }
}
