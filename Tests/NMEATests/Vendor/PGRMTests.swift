import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of Garmin` {
  @Test func `tells the expected errors in meters`() throws {
    let pgrme: PGRME = try read("$PGRME,15.0,M,22.5,M,27.0,M*1A")
    #expect(pgrme.horizontalError == 15)
    #expect(pgrme.verticalError == 22.5)
    #expect(pgrme.positionError == 27)
  }

  @Test func `tells the whole fix`() throws {
    let text = "$PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,36,226,2,1*24"
    let pgrmf: PGRMF = try read(text)
    #expect(pgrmf.week == 290)
    #expect(pgrmf.secondsOfWeek == 293_895)
    #expect(pgrmf.date == DayMonthYear(day: 16, month: 3, year: 5))
    #expect(pgrmf.time == TimeOfDay(hour: 9, minute: 38, second: 2))
    #expect(pgrmf.leapSeconds == 13)
    #expect(pgrmf.latitude == degrees(52, 13.1439))
    #expect(pgrmf.longitude == degrees(21, 0.6511))
    #expect(pgrmf.selection == .automatic)
    #expect(pgrmf.fixType == .threeDimensional)
    #expect(pgrmf.speed == 36 * kilometerPerHour)
    #expect(pgrmf.course == 226)
    #expect(pgrmf.positionDilution == 2)
    #expect(pgrmf.timeDilution == 1)
  }

  @Test func `names the map datum`() throws {
    let pgrmm: PGRMM = try read("$PGRMM,WGS 84*06")
    #expect(pgrmm.datum == "WGS 84")
  }

  @Test func `tells how the receiver is`() throws {
    let pgrmt: PGRMT = try read("$PGRMT,GPS 15-H Ver. 2.02,P,P,R,R,P,,36,R*03")
    #expect(pgrmt.product == "GPS 15-H Ver. 2.02")
    #expect([pgrmt.program, pgrmt.receiver, pgrmt.oscillator] == [.passed, .passed, .passed])
    #expect([pgrmt.storedData, pgrmt.clock, pgrmt.configuration] == [.retained, .retained, .retained])
    #expect(pgrmt.collection == nil)
    #expect(pgrmt.temperature == 36)
    let newer: PGRMT = try read("$PGRMT,GPS24xd-HVS VER 2.30,,,,,,,,*10")
    #expect(newer == PGRMT { $0.product = "GPS24xd-HVS VER 2.30" })
  }

  @Test func `tells the velocity in space`() throws {
    let pgrmv: PGRMV = try read("$PGRMV,0.0,0.0,-0.1*70")
    #expect([pgrmv.eastVelocity, pgrmv.northVelocity, pgrmv.upVelocity] == [0, 0, -0.1])
  }

  @Test func `tells the altitude in meters, although it is sent in feet`() throws {
    let pgrmz: PGRMZ = try read("$PGRMZ,246,f,3*1B")
    #expect(pgrmz.altitude == 246 * 0.3048)
    #expect(pgrmz.dimensions == 3)
    #expect(pgrmz.encoded() == Array("$PGRMZ,246,f,3*1B\r\n".utf8))
    let below: PGRMZ = try read("$PGRMZ,-30,f,2*04")
    #expect(below.altitude == -30 * 0.3048)
  }

  @Test func `has no altitude without a fix, and says one dimension`() throws {
    let pgrmz: PGRMZ = try read("$PGRMZ,,f,1*29")
    #expect(pgrmz.altitude == nil)
    #expect(pgrmz.dimensions == 1)
  }

  @Test func `takes the capital letter of collision warners for feet`() throws {
    let pgrmz: PGRMZ = try read(wire("PGRMZ,643,F,2"))
    #expect(pgrmz.altitude == 643 * 0.3048)
  }

  @Test func `is refused when its unit is another one`() {
    let otherUnit = SentenceError.field(FieldFault(field: 2, reason: .otherUnit))
    #expect(throws: otherUnit) { try Sentence(wire("PGRMZ,880,M,2")) }
    #expect(throws: otherUnit) { try Sentence(wire("PGRME,15.0,K,22.5,M,27.0,M")) }
  }

  @Test func `is refused when it has too few fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 4, expected: 5)) {
      try Sentence(wire("PGRME,15.0,M,22.5,M"))
    }
    #expect(throws: SentenceError.tooFewFields(found: 2, expected: 3)) { try Sentence(wire("PGRMV,1,2")) }
  }

  // Quirk 21.
  @Test func `is no RMC although its tag ends like one`() throws {
    let sentence = try readUnknown("PGRMC,A,218.8,100,6378137.000,298.257223563,0.0,0.0,0.0,A,3,1,1,4,30")
    #expect(sentence.tag == "PGRMC")
    #expect(sentence.count == 14)
    #expect(sentence[2] == "218.8")
    #expect(try readUnknown("PGRMC1,1,1,2,,,,1,A,N,,,,2,2,2").tag == "PGRMC1")
    #expect(try readUnknown("PGRMCE").count == 0)
  }

  @Test func `with a tag that only begins like one of the list is unknown`() throws {
    for body in ["PGRMEX,1,M,1,M,1,M", "PGRM,1", "PGRMO,,2", "PGR"] { _ = try readUnknown(body) }
  }
}
