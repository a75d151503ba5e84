import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of SiRF` {
  @Test func `tells the expected errors`() throws {
    let psrfepe: PSRFEPE = try read("$PSRFEPE,053232.438,A,1.2,5.77,12.97,1.2,180.0*21")
    #expect(psrfepe.time == TimeOfDay(hour: 5, minute: 32, second: 32, nanosecond: 438_000_000))
    #expect(psrfepe.status == .valid)
    #expect(psrfepe.horizontalDilution == 1.2)
    #expect(psrfepe.horizontalError == 5.77)
    #expect(psrfepe.verticalError == 12.97)
    #expect(psrfepe.velocityError == 1.2)
    #expect(psrfepe.headingError == 180)
  }

  @Test func `without a fix tells no errors`() throws {
    let psrfepe: PSRFEPE = try read("$PSRFEPE,053229.438,V,,,,,*23")
    #expect(psrfepe.status == .void)
    #expect(psrfepe.horizontalError == nil)
    #expect(psrfepe.headingError == nil)
  }

  @Test func `is understood when it echoes our command for a port`() throws {
    let text = "$PSRF100,1,9600,8,1,0*0D"
    let psrf100: PSRF100 = try read(text)
    #expect(psrf100.language == .nmea)
    #expect(psrf100.baudRate == 9600)
    #expect(psrf100.dataBits == 8)
    #expect(psrf100.stopBits == 1)
    #expect(psrf100.parity == PSRF100.Parity.none)
    #expect(psrf100.encoded() == Array((text + "\r\n").utf8))
  }

  @Test func `is understood when it echoes our command for a rate`() throws {
    let text = "$PSRF103,00,01,00,01*25"
    let psrf103: PSRF103 = try read(text)
    #expect(psrf103.output == .gga)
    #expect(psrf103.request == .ask)
    #expect(psrf103.interval == 0)
    #expect(psrf103.checksum == 1)
    #expect(psrf103.encoded() == Array((text + "\r\n").utf8))
  }

  @Test func `is refused when it has too few fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 2, expected: 7)) {
      try Sentence(wire("PSRFEPE,053229.438,V"))
    }
  }

  @Test func `names the field that can't be read`() throws {
    #expect(try fault(in: "PSRF100,1,fast,8,1,0") == FieldFault(field: 2, reason: .notANumber))
  }

  @Test func `of a number that is not known keeps all its fields`() throws {
    let sentence = try readUnknown("PSRF151,01")
    #expect(sentence.tag == "PSRF151")
    #expect(sentence[1] == "01")
    for body in ["PSRF1000,1,9600,8,1,0", "PSRF150,1", "PSRF"] { _ = try readUnknown(body) }
  }
}
