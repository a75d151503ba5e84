import NMEA
import TestSupport
import Testing

@Suite struct `A DBT sentence` {
  @Test func `reads all three depths in meters`() throws {
    let dbt: DBT = try read("$SDDBT,7.8,f,2.4,M,1.3,F*0D")
    #expect(dbt.talker == .sd)
    #expect(dbt.depthFromFeet == 7.8 * 0.3048)
    #expect(dbt.depth == 2.4)
    #expect(dbt.depthFromFathoms == 1.3 * 1.8288)
  }

  @Test func `reads a sounder that only speaks meters`() throws {
    let dbt: DBT = try read(wire("SDDBT,,f,22.5,M,,F"))
    #expect(dbt == DBT(.sd) { $0.depth = 22.5 })
  }

  @Test func `is refused when meters are called something else`() {
    #expect(throws: SentenceError.field(FieldFault(field: 4, reason: .otherUnit))) {
      try Sentence(wire("SDDBT,7.8,f,2.4,m,1.3,F"))
    }
  }
}

@Suite struct `A DPT sentence` {
  @Test func `reads depth and offset`() throws {
    let dpt: DPT = try read("$INDPT,2.3,0.0*46")
    #expect(dpt.depth == 2.3)
    #expect(dpt.offset == 0)
    #expect(dpt.rangeScale == nil)
  }

  @Test func `reads a transducer above the keel and a range scale`() throws {
    let dpt: DPT = try read(wire("SDDPT,6.5,-0.4,50.0"))
    #expect(dpt.offset == -0.4)
    #expect(dpt.rangeScale == 50)
  }

  @Test func `has no range scale before NMEA 3.0`() {
    let dpt = DPT(.sd) { $0.depth = 6.5 }
    #expect(dpt.encoded(as: .v2_3) == wire("SDDPT,6.5,"))
    #expect(dpt.encoded(as: .v3_0) == wire("SDDPT,6.5,,"))
  }

  @Test func `is refused with one field`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 2)) { try Sentence(wire("SDDPT,6.5")) }
  }
}

@Suite struct `An MTW sentence` {
  @Test func `reads the temperature`() throws {
    let mtw: MTW = try read("$INMTW,17.9,C*1B")
    #expect(mtw.temperature == 17.9)
  }

  @Test func `is refused in Fahrenheit`() {
    #expect(throws: SentenceError.field(FieldFault(field: 2, reason: .otherUnit))) {
      try Sentence(wire("SDMTW,64.2,F"))
    }
  }
}
