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
