import NMEA
import TestSupport
import Testing

@Suite struct `A DBT sentence` {
  @Test func `reads all three depths in metres`() throws {
    let dbt: DBT = try read("$SDDBT,7.8,f,2.4,M,1.3,F*0D")
    #expect(dbt.talker == .sd)
    #expect(dbt.depthFromFeet == 7.8 * 0.3048)
    #expect(dbt.depth == 2.4)
    #expect(dbt.depthFromFathoms == 1.3 * 1.8288)
  }

  @Test func `reads a sounder that only speaks metres`() throws {
    let dbt: DBT = try read(wire("SDDBT,,f,22.5,M,,F"))
    #expect(dbt == DBT(.sd) { $0.depth = 22.5 })
  }

  @Test func `is refused when metres are called something else`() {
    #expect(throws: SentenceError.field(FieldFault(field: 4, reason: .otherUnit))) {
      try Sentence(wire("SDDBT,7.8,f,2.4,m,1.3,F"))
    }
  }
}
