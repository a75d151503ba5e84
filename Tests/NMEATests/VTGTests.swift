import NMEA
import TestSupport
import Testing

@Suite struct `A VTG sentence` {
  @Test func `reads all fields`() throws {
    let vtg: VTG = try read(wire("GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,A"))
    #expect(vtg.course == 54.7)
    #expect(vtg.magneticCourse == 34.4)
    #expect(vtg.speed == 5.5 * knot)
    #expect(vtg.speedFromKilometers == 10.2 * kilometerPerHour)
    #expect(vtg.mode == .autonomous)
  }

  @Test func `reads the form without a mode`() throws {
    let vtg: VTG = try read("$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48")
    #expect(vtg.speed == 5.5 * knot)
    #expect(vtg.mode == nil)
  }

  @Test func `reads the old form of four numbers`() throws {
    let vtg: VTG = try read(wire("GPVTG,054.7,034.4,005.5,010.2"))
    let expected = VTG(.gp) {
      $0.course = 54.7
      $0.magneticCourse = 34.4
      $0.speed = 5.5 * knot
      $0.speedFromKilometers = 10.2 * kilometerPerHour
    }
    #expect(vtg == expected)
  }

  @Test func `does not read a cut sentence as the old form`() throws {
    let vtg: VTG = try read(wire("GPVTG,054.7,T,034.4,M,005.5"))
    let expected = VTG(.gp) {
      $0.course = 54.7
      $0.magneticCourse = 34.4
      $0.speed = 5.5 * knot
    }
    #expect(vtg == expected)
  }

  @Test func `keeps its speed when the course is empty`() throws {
    let vtg: VTG = try read("$GNVTG,,T,,M,0.010,N,0.019,K,A*34")
    #expect(vtg.course == nil)
    #expect(vtg.speed == 0.01 * knot)
    #expect(vtg.speedFromKilometers == 0.019 * kilometerPerHour)
  }

  @Test func `is refused when knots are called something else`() {
    #expect(throws: SentenceError.field(FieldFault(field: 6, reason: .otherUnit))) {
      try Sentence(wire("GPVTG,054.7,T,034.4,M,005.5,K,010.2,K,A"))
    }
  }
}
