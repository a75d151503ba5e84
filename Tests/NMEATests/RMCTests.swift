import NMEA
import TestSupport
import Testing

@Suite struct `An RMC sentence` {
  @Test func `reads the classic example`() throws {
    let rmc: RMC = try read("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A")
    #expect(rmc.time == TimeOfDay(hour: 12, minute: 35, second: 19))
    #expect(rmc.status == .valid)
    #expect(rmc.latitude == degrees(48, 7.038))
    #expect(rmc.longitude == degrees(11, 31.0))
    #expect(rmc.speed == 22.4 * knot)
    #expect(rmc.course == 84.4)
    #expect(rmc.date == DayMonthYear(day: 23, month: 3, year: 94))
    #expect(rmc.magneticVariation == -3.1)
    #expect(rmc.mode == nil)
    #expect(rmc.navigationalStatus == nil)
  }

  @Test func `reads mode and navigational status`() throws {
    let rmc: RMC = try read(wire("GNRMC,001031.00,A,4404.13993,N,12118.86023,W,0.146,,100117,,,A,V"))
    #expect(rmc.speed == 0.146 * knot)
    #expect(rmc.course == nil)
    #expect(rmc.mode == .autonomous)
    #expect(rmc.navigationalStatus == .notGiven)
  }

  @Test func `says nothing but a warning before the fix`() throws {
    let rmc: RMC = try read(wire("GPRMC,,V,,,,,,,,,,N"))
    let expected = RMC(.gp) {
      $0.status = .void
      $0.mode = .noFix
    }
    #expect(rmc == expected)
  }

  @Test func `has eleven fields, twelve since NMEA 2.3, thirteen since 4.1`() {
    let commas = Revision.allCases.map { revision in
      RMC(talker: .gp).encoded(as: revision).count { $0 == UInt8(ascii: ",") }
    }
    #expect(Revision.allCases == [.v2_0, .v2_3, .v3_0, .v4_0, .v4_1, .v4_10, .v4_11])
    #expect(commas == [11, 12, 12, 12, 13, 13, 13])
  }

  @Test func `is written with a course of 0 where it would round to 360`() {
    let rmc = RMC(.gp) { $0.course = 359.996 }
    #expect(rmc.encoded(as: .v2_0) == wire("GPRMC,,,,,,,,0.0,,,"))
  }

  @Test func `keeps its position when the date is none`() throws {
    let body = "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,320394,003.1,W"
    let rmc: RMC = try read(wire(body))
    #expect(rmc.latitude == degrees(48, 7.038))
    #expect(rmc.date == nil)
    #expect(try fault(in: body) == FieldFault(field: 9, reason: .outOfRange))
  }

  @Test func `is refused when its longitude lies beyond the date line`() {
    let text = wire("GPRMC,123519,A,4807.038,N,18131.000,E,022.4,084.4,230394,003.1,W")
    #expect(throws: SentenceError.field(FieldFault(field: 5, reason: .outOfRange))) { try Sentence(text) }
  }
}
