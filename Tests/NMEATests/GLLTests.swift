import NMEA
import TestSupport
import Testing

@Suite struct `A GLL sentence` {
  @Test func `reads position, time and status`() throws {
    let gll: GLL = try read("$GPGLL,4916.45,N,12311.12,W,225444,A*31")
    #expect(gll.latitude == degrees(49, 16.45))
    #expect(gll.longitude == -degrees(123, 11.12))
    #expect(gll.time == TimeOfDay(hour: 22, minute: 54, second: 44))
    #expect(gll.status == .valid)
    #expect(gll.mode == nil)
  }

  @Test func `reads the old form of four fields`() throws {
    let gll: GLL = try read(wire("GPGLL,4916.45,N,12311.12,W"))
    #expect(gll.latitude == degrees(49, 16.45))
    #expect(gll.status == nil)
  }

  @Test func `has no position where a hemisphere is missing`() throws {
    let gll: GLL = try read(wire("GPGLL,4916.45,,12311.12,W,225444,A"))
    #expect(gll.latitude == nil)
    #expect(gll.longitude != nil)
  }

  @Test func `is refused with a hemisphere that is none`() {
    #expect(throws: SentenceError.field(FieldFault(field: 2, reason: .notAHemisphere))) {
      try Sentence(wire("GPGLL,4916.45,X,12311.12,W,225444,A"))
    }
  }
}
