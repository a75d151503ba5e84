import NMEA
import TestSupport
import Testing

@Suite struct `A VHW sentence` {
  @Test func `reads all fields`() throws {
    let vhw: VHW = try read("$SDVHW,232.7,T,231.4,M,6.4,N,12.0,K*73")
    #expect(vhw.talker == .sd)
    #expect(vhw.heading == 232.7)
    #expect(vhw.magneticHeading == 231.4)
    #expect(vhw.speed == 6.4 * knot)
    #expect(vhw.speedFromKilometers == 12 * kilometerPerHour)
  }

  @Test func `reads the speed of a log without a compass`() throws {
    let vhw: VHW = try read(wire("VWVHW,,T,,M,6.4,N,,K"))
    #expect(vhw == VHW(.vw) { $0.speed = 6.4 * knot })
  }

  @Test func `is refused when knots are called something else`() {
    #expect(throws: SentenceError.field(FieldFault(field: 6, reason: .otherUnit))) {
      try Sentence(wire("IIVHW,232.7,T,231.4,M,6.4,M,12.0,K"))
    }
  }
}
