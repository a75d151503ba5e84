import NMEA
import TestSupport
import Testing

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
