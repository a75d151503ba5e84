import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of SkyTraq` {
  @Test func `tells the recommended minimum in space`() throws {
    let psti: PSTI030 = try read(
      "$PSTI,030,213121.000,A,4404.1295864,N,12118.8685453,W,1102.537,-0.01,0.01,0.03,070416,D,0.0,0.0*13")
    #expect(psti.time == TimeOfDay(hour: 21, minute: 31, second: 21))
    #expect(psti.status == .valid)
    #expect(psti.latitude == degrees(44, 4.1295864))
    #expect(psti.longitude == -degrees(121, 18.8685453))
    #expect(psti.altitude == 1102.537)
    #expect([psti.eastVelocity, psti.northVelocity, psti.upVelocity] == [-0.01, 0.01, 0.03])
    #expect(psti.date == DayMonthYear(day: 7, month: 4, year: 16))
    #expect(psti.mode == .differential)
    #expect(psti.correctionAge == 0)
    #expect(psti.ambiguityRatio == 0)
  }

  @Test func `tells where it stands, seen from its station`() throws {
    let psti: PSTI032 = try read(
      "$PSTI,032,033010.000,111219,A,R,-4.968,-10.817,-1.849,12.046,204.67,,,,,*39")
    #expect(psti.time == TimeOfDay(hour: 3, minute: 30, second: 10))
    #expect(psti.date == DayMonthYear(day: 11, month: 12, year: 19))
    #expect(psti.status == .valid)
    #expect(psti.mode == .rtkFixed)
    #expect([psti.east, psti.north, psti.up] == [-4.968, -10.817, -1.849])
    #expect(psti.length == 12.046)
    #expect(psti.course == 204.67)
  }

  @Test func `is refused when it has too few fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 2, expected: 12)) {
      try Sentence(wire("PSTI,030,213121.000,A"))
    }
  }

  @Test func `is refused when its longitude has no hemisphere of this world`() {
    let body = "PSTI,030,213121.000,A,4404.1295864,N,12118.8685453,X,1102.537,0.0,0.0,0.0,070416,D,0.0,0.0"
    #expect(throws: SentenceError.field(FieldFault(field: 7, reason: .notAHemisphere))) {
      try Sentence(wire(body))
    }
  }

  @Test func `of a number that is not known keeps all its fields`() throws {
    let sentence = try readUnknown("PSTI,00,2,0,0.0,,")
    #expect(sentence.tag == "PSTI")
    #expect((1...6).map { sentence[$0] } == ["00", "2", "0", "0.0", "", ""])
    for body in ["PSTI,0300,1", "PSTI,03", "PSTI", "PSTIX,030"] { _ = try readUnknown(body) }
  }
}
