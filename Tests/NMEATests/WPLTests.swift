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

  @Test func `is refused with sixty minutes`() {
    #expect(throws: SentenceError.field(FieldFault(field: 1, reason: .outOfRange))) {
      try Sentence(wire("GPWPL,4960.00,N,12310.64,W,003"))
    }
  }
}
