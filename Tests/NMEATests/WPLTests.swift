import NMEA
import TestSupport
import Testing

@Suite struct `A WPL sentence` {
  @Test func `reads place and name`() throws {
    let wpl: WPL = try read("$GPWPL,4917.16,N,12310.64,W,003*65")
    #expect(wpl.latitude == 49 + 17.16 / 60)
    #expect(wpl.longitude == -(123 + 10.64 / 60))
    #expect(wpl.waypoint == "003")
  }

  @Test func `says nothing when it is empty`() throws {
    #expect(try Sentence(wire("GPWPL,,,,,")) == .wpl(WPL(talker: .gp)))
  }

  @Test func `is read as it was written`() throws {
    let wpl = WPL(.gp) {
      $0.latitude = 90
      $0.longitude = -180
      $0.waypoint = "N POLE"
    }
    #expect(try Sentence(wpl.encoded()) == .wpl(wpl))
  }

  @Test func `is refused with sixty minutes`() {
    #expect(throws: SentenceError.field(FieldFault(field: 1, reason: .outOfRange))) {
      try Sentence(wire("GPWPL,4960.00,N,12310.64,W,003"))
    }
  }
}
