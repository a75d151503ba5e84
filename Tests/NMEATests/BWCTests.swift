import NMEA
import TestSupport
import Testing

@Suite struct `A BWC or BWR sentence` {
  @Test func `reads the great circle`() throws {
    let bwc: BWC = try read("$GPBWC,220516,5130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,N,EGLM*21")
    #expect(bwc.time == TimeOfDay(hour: 22, minute: 5, second: 16))
    #expect(bwc.latitude == 51 + 30.02 / 60)
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
    #expect(bwr.latitude == 49 + 17.24 / 60)
    #expect(bwr.longitude == -(123 + 9.57 / 60))
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
