import NMEA
import TestSupport
import Testing

@Suite struct `A BOD sentence` {
  @Test func `reads all fields`() throws {
    let bod: BOD = try read("$GPBOD,097.0,T,103.2,M,POINTB,POINTA*4A")
    #expect(bod.bearing == 97)
    #expect(bod.magneticBearing == 103.2)
    #expect(bod.destination == "POINTB")
    #expect(bod.origin == "POINTA")
  }

  @Test func `has no origin without a route`() throws {
    let bod: BOD = try read("$GPBOD,099.3,T,105.6,M,POINTB,*48")
    #expect(bod.origin.isEmpty)
    let short: BOD = try read(wire("GPBOD,099.3,T,105.6,M,POINTB"))
    #expect(short == bod)
  }

  @Test func `is refused when the two norths are exchanged`() {
    #expect(throws: SentenceError.field(FieldFault(field: 2, reason: .otherUnit))) {
      try Sentence(wire("GPBOD,099.3,M,105.6,T,POINTB,"))
    }
  }
}

@Suite struct `A BWC or BWR sentence` {
  @Test func `reads the great circle`() throws {
    let bwc: BWC = try read("$GPBWC,220516,5130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,N,EGLM*21")
    #expect(bwc.time == TimeOfDay(hour: 22, minute: 5, second: 16))
    #expect(bwc.latitude == degrees(51, 30.02))
    #expect(bwc.longitude == -46.34 / 60)
    #expect(bwc.bearing == 213.8)
    #expect(bwc.magneticBearing == 218)
    #expect(bwc.distance == 4.6 * 1852)
    #expect(bwc.waypoint == "EGLM")
    #expect(bwc.mode == nil)
  }

  @Test func `reads the rhumb line`() throws {
    let bwr: BWR = try read("$GPBWR,225444,4917.24,N,12309.57,W,051.9,T,031.6,M,001.3,N,004*38")
    #expect(bwr.time == TimeOfDay(hour: 22, minute: 54, second: 44))
    #expect(bwr.latitude == degrees(49, 17.24))
    #expect(bwr.longitude == -degrees(123, 9.57))
    #expect(bwr.bearing == 51.9)
    #expect(bwr.magneticBearing == 31.6)
    #expect(bwr.distance == 1.3 * 1852)
    #expect(bwr.waypoint == "004")
  }

  @Test func `says only the time when there is no waypoint`() throws {
    let bwc: BWC = try read("$GPBWC,081837,,,,,,T,,M,,N,*13")
    #expect(bwc == BWC(.gp) { $0.time = TimeOfDay(hour: 8, minute: 18, second: 37) })
    #expect(try Sentence(wire("GPBWR,,,,,,,T,,M,,N,,")) == .bwr(BWR(talker: .gp)))
  }

  @Test func `is refused when the distance has another unit`() {
    let text = wire("GPBWC,220516,5130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,K,EGLM")
    #expect(throws: SentenceError.field(FieldFault(field: 11, reason: .otherUnit))) { try Sentence(text) }
  }

  @Test func `is refused when the waypoint lies beyond the pole`() {
    let text = wire("GPBWR,220516,9130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,N,EGLM")
    #expect(throws: SentenceError.field(FieldFault(field: 2, reason: .outOfRange))) { try Sentence(text) }
  }
}

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

@Suite struct `A WPL sentence` {
  @Test func `reads place and name`() throws {
    let wpl: WPL = try read("$GPWPL,4917.16,N,12310.64,W,003*65")
    #expect(wpl.latitude == degrees(49, 17.16))
    #expect(wpl.longitude == -degrees(123, 10.64))
    #expect(wpl.waypoint == "003")
  }

  @Test func `is refused with sixty minutes`() {
    #expect(throws: SentenceError.field(FieldFault(field: 1, reason: .outOfRange))) {
      try Sentence(wire("GPWPL,4960.00,N,12310.64,W,003"))
    }
  }
}
