import NMEA
import TestSupport
import Testing

@Suite struct `A VBW sentence` {
  @Test func `reads the form of six fields`() throws {
    let vbw: VBW = try read("$IIVBW,11.0,02.0,A,07.0,01.0,A*47")
    #expect(vbw.waterSpeed == 11 * knot)
    #expect(vbw.transverseWaterSpeed == 2 * knot)
    #expect(vbw.waterStatus == .valid)
    #expect(vbw.groundSpeed == 7 * knot)
    #expect(vbw.transverseGroundSpeed == 1 * knot)
    #expect(vbw.groundStatus == .valid)
    #expect(vbw.sternWaterSpeed == nil)
  }

  @Test func `reads the speeds of the stern`() throws {
    let vbw: VBW = try read("$VDVBW,12.3,-0.4,A,12.1,-0.5,A,0.2,A,-0.3,V*69")
    #expect(vbw.transverseGroundSpeed == -0.5 * knot)
    #expect(vbw.sternWaterSpeed == 0.2 * knot)
    #expect(vbw.sternWaterStatus == .valid)
    #expect(vbw.sternGroundSpeed == -0.3 * knot)
    #expect(vbw.sternGroundStatus == .void)
  }

  @Test func `has no stern before NMEA 3.0`() {
    let vbw = VBW(.ii) { $0.sternGroundStatus = .valid }
    #expect(vbw.encoded(as: .v2_3) == wire("IIVBW,,,,,,"))
    #expect(vbw.encoded(as: .v3_0) == wire("IIVBW,,,,,,,,,,A"))
  }

  @Test func `is refused with five fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 5, expected: 6)) { try Sentence(wire("IIVBW,,,,,")) }
  }
}
