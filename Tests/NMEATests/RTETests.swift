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

  @Test func `says nothing when it is empty`() throws {
    #expect(try Sentence(wire("GPRTE,,,,")) == .rte(RTE(talker: .gp)))
  }

  @Test func `is read as it was written`() throws {
    let rte = RTE(.gp) {
      $0.total = 3
      $0.number = 2
      $0.mode = .working
      $0.route = "HOME RUN"
      $0.waypoints = ["A", "", "C"]
    }
    #expect(rte.encoded() == wire("GPRTE,3,2,w,HOME RUN,A,,C"))
    #expect(try Sentence(rte.encoded()) == .rte(rte))
  }

  @Test func `is refused without the name of a route`() {
    #expect(throws: SentenceError.tooFewFields(found: 3, expected: 4)) { try Sentence(wire("GPRTE,1,1,c")) }
  }
}
