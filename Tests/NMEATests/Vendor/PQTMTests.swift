import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of Quectel` {
  @Test func `tells the expected errors`() throws {
    let pqtmepe: PQTMEPE = try read("$PQTMEPE,2,3.393,3.476,12.713,4.857,13.609*5D")
    #expect(pqtmepe.version == 2)
    #expect(pqtmepe.northError == 3.393)
    #expect(pqtmepe.eastError == 3.476)
    #expect(pqtmepe.downError == 12.713)
    #expect(pqtmepe.horizontalError == 4.857)
    #expect(pqtmepe.positionError == 13.609)
  }

  @Test func `names the firmware`() throws {
    let verno: PQTMVERNO = try read("$PQTMVERNO,LC29HBANR01A02S_CSA4,2022/07/17,20:59:18*08")
    #expect(verno.version == "LC29HBANR01A02S_CSA4")
    #expect(verno.buildDate == "2022/07/17")
    #expect(verno.buildTime == "20:59:18")
    #expect(!verno.isQuestion)
    let short: PQTMVERNO = try read(wire("PQTMVERNO,LC29HDANR12A02S_RSA"))
    #expect(short.version == "LC29HDANR12A02S_RSA")
    #expect(short.buildDate.isEmpty)
  }

  @Test func `asks for the firmware without a comma`() throws {
    #expect(PQTMVERNO().encoded() == Array("$PQTMVERNO*58\r\n".utf8))
    let echo: PQTMVERNO = try read("$PQTMVERNO*58")
    #expect(echo.isQuestion)
  }

  @Test func `is refused when it has too few fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 6)) { try Sentence(wire("PQTMEPE,2")) }
  }

  @Test func `names the field that can't be read`() throws {
    #expect(try fault(in: "PQTMEPE,2,3.393,north,1,1,1") == FieldFault(field: 3, reason: .notANumber))
  }

  @Test func `of a name that is not known keeps all its fields`() throws {
    let sentence = try readUnknown("PQTMCFGRCVRMODE,OK,1")
    #expect(sentence.tag == "PQTMCFGRCVRMODE")
    #expect([sentence[1], sentence[2]] == ["OK", "1"])
    for body in ["PQTMEPEX,2", "PQTMVER", "PQTM", "PQVERNO,R,L70BGR03A05S,2019/10/09,21:12"] {
      _ = try readUnknown(body)
    }
  }
}
