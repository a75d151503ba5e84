import GNSS
import TestSupport
import Testing
import UBX

@testable import GPSBridge

@Suite struct `A receiver's dialect` {
  private func recognized(_ bodies: String...) -> ReceiverDialect? {
    var recognizer = DialectRecognizer()
    for body in bodies { SpokenSentence(wire(body)).map { _ = recognizer.take($0) } }
    return recognizer.dialect
  }

  @Test(arguments: [
    ("PMTK011,MTKGPS", ReceiverDialect.mediaTek), ("PMTK010,001", .mediaTek), ("PMTK001,604,1", .mediaTek),
    ("PMTK705,AXN_1.30,0145,Fastrax IT500,", .mediaTek), ("PMTKCHN,21422,28522", .mediaTek),
    ("PMTK514,0,1,0,1", .mediaTek),
    ("GPTXT,01,01,02,u-blox ag - www.u-blox.com", .uBlox), ("GNTXT,01,01,02,PROTVER=19.20", .uBlox),
    ("GPTXT,01,01,02,HW  UBX-G50xx  00040005 ", .uBlox), ("GNTXT,01,01,01,PMTK inv format", .uBlox),
    ("PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92", .uBlox),
    ("GPTXT,01,01,02,MA=CASIC", .casic), ("GPTXT,01,01,02,IC=AT6558-5N-31-0C510800", .casic),
    ("GPTXT,01,01,02,SW=URANUS2,V2.2.1.0", .casic),
    ("GPTXT,01,01,02,Techtotop Multi-GNSS Receiver", .casic), ("GPTXT,01,01,01,ANTENNA OK", .casic),
    ("PSRFTXT,Version:GSW3.2.4_3.1.00.12-SDK003P1.00a", .siRF), ("PSRF150,1", .siRF),
    ("PSRFEPE,053232.438,A,1.2,5.77,12.97,1.2,180.0", .siRF),
  ])
  func `shows in what it says of itself`(_ body: String, _ dialect: ReceiverDialect) {
    #expect(recognized(body) == dialect)
  }

  @Test(arguments: [
    "PMTK605", "PMTK220,200", "PMTK314,-1", "PUBX,00", "PUBX,40,GLL,1,0,0,0,0,0",
    "PUBX,41,1,0007,0003,9600,0", "PSRF100,1,9600,8,1,0", "PSRF103,00,00,01,01", "PCAS02,200", "PCAS06,0",
  ])
  func `does not show in what comes back of our own`(_ echo: String) {
    #expect(recognized(echo) == nil)
  }

  @Test(arguments: [
    "GPRMC,,V,,,,,,,,,,N", "GPTXT,01,01,02,hello", "GPTXT", "GPTXT,01", "PMTK", "PMTKxyz,1", "PSRF", "PUBX",
    "PUBX,", "P,,,", "PGRMT,GPS 48", "PQTMVERNO,x", "GPTXT,01,01,02,my u-blox",
  ])
  func `does not show in anything else`(_ body: String) {
    #expect(recognized(body) == nil)
  }

  @Test func `is what the clearer word says, where a hint was misleading`() {
    #expect(recognized("GPTXT,01,01,01,ANTENNA OK", "PMTK010,001") == .mediaTek)
    #expect(recognized("PMTK010,001", "GPTXT,01,01,01,ANTENNA OK") == .mediaTek)
  }

  @Test func `is told once, until it is another one`() throws {
    var recognizer = DialectRecognizer()
    let mediaTek = try #require(SpokenSentence(wire("PMTK010,001")))
    let casic = try #require(SpokenSentence(wire("GPTXT,01,01,02,MA=CASIC")))
    let news = [mediaTek, mediaTek, casic].map { recognizer.take($0) }
    #expect(news == [true, false, true])
  }

  @Test func `is what somebody said, who must know`() throws {
    var recognizer = DialectRecognizer(.casic)
    let mediaTek = try #require(SpokenSentence(wire("PMTK010,001")))
    let isNews = recognizer.take(mediaTek)
    #expect(!isNews)
    #expect(recognizer.dialect == .casic)
  }

  @Test func `stays unknown for a receiver that says nothing of itself`() {
    #expect(recognized() == nil)
  }

  @Test func `is never shown by the questions for it`() {
    let question = IdentityTalk.question
    #expect(ReceiverDialect.questions.starts(with: question))
    let sentences = ReceiverDialect.questions.dropFirst(question.count)
    let questions = String(decoding: sentences, as: UTF8.self).split(separator: "\r\n")
    #expect(questions == ["$PMTK605*31", "$PUBX,00*33", "$PCAS06,0*1B"])
    for question in questions { #expect(recognized(String(question.dropFirst().dropLast(3))) == nil) }
  }
}

@Suite struct `A report of a receiver` {
  private func reports(_ body: String) -> [DeviceReport] {
    SpokenSentence(wire(body)).map(DeviceReport.reports) ?? []
  }

  @Test func `is an answer to a command`() {
    #expect(reports("PMTK001,314,3") == [.answer(command: 314, .succeeded)])
    #expect(reports("PMTK001,320,2") == [.answer(command: 320, .failed)])
    #expect(reports("PMTK001,604,1") == [.answer(command: 604, .unsupported)])
  }

  @Test func `says which systems are in use, where it tells all five`() {
    #expect(
      reports("PMTK001,353,3,1,0,1,0,0,13")
        == [.value(Setting.constellations([.gps, .galileo])), .answer(command: 353, .succeeded)])
    #expect(
      reports("PMTK001,353,3,0,0,0,0,1,48")
        == [.value(Setting.constellations([.beidou])), .answer(command: 353, .succeeded)])
    // An older form, with three of them.
    #expect(reports("PMTK001,353,3,1,1,0,3") == [.answer(command: 353, .succeeded)])
  }

  @Test func `tells values that somebody has asked for`() {
    #expect(reports("PMTK500,200,0,0,0.0,0.0") == [.value(Setting.updateRate(.hertz(5)))])
    #expect(
      reports("PMTK514,0,1,1,1,1,5,0,0,0,0,0,0,0,0,0,0,0,1,0")
        == [.value(Setting.enabledSentences([.rmc, .vtg, .gga, .gsa, .gsv, .zda]))])
  }

  @Test(arguments: [
    "PMTK010,001", "PMTK011,MTKGPS", "GPTXT,01,01,02,MA=CASIC", "GNTXT,01,01,02,u-blox AG - www.u-blox.com",
    "PSRFTXT,Baud rate: 4800",
  ])
  func `is a greeting after a start`(_ body: String) { #expect(reports(body) == [.greeting]) }

  @Test(arguments: [
    "PMTK001", "PMTK001,", "PMTK001,x,3", "PMTK001,220", "PMTK001,220,999", "PMTK500", "PMTK500,0",
    "PMTK500,99999999999999999999", "PMTK500,-5", "PMTK514", "PMTK514,,,", "PMTK010,002",
    "GPTXT,01,01,02,SW=URANUS5", "GPGGA,,,,,,0,,,,,,,,",
  ])
  func `is nothing where it is cut short or makes no sense`(_ body: String) { #expect(reports(body) == []) }
}

@Suite struct `A sentence for the settings` {
  @Test(arguments: [
    ("GPGGA,,,,,,0,,,,,,,,", OutputSentence.gga), ("GLRMC,,V,,,,,,,,,,N", .rmc), ("PQGSV,1,1,00", .gsv),
  ])
  func `has its kind, and no text`(_ body: String, _ kind: OutputSentence) {
    let sentence = ArrivedSentence(wire(body))
    #expect(sentence.kind == kind && sentence.system == nil && sentence.spoken == nil)
  }

  @Test func `has the system of its satellites`() {
    #expect(ArrivedSentence(wire("GLGSV,1,1,00")).system == .glonass)
    #expect(ArrivedSentence(wire("GNGSV,1,1,00")).system == nil)
    #expect(ArrivedSentence(wire("GLGGA,,,,,,0,,,,,,,,")).system == nil)
  }

  @Test(arguments: ["PMTK010,001", "GPTXT,01,01,02,ANTENNA OK", "PQTXT,01,01,02,x"])
  func `has its text where that may show the dialect`(_ body: String) {
    let sentence = ArrivedSentence(wire(body))
    #expect(sentence.kind == nil && sentence.spoken == SpokenSentence(wire(body)))
    #expect(sentence.spoken != nil)
  }

  @Test(arguments: ["GPDTM,W84,,0.0,N,0.0,E,0.0,W84", "GPHDT,1.0,T"])
  func `of another kind has neither`(_ body: String) {
    let sentence = ArrivedSentence(wire(body))
    #expect(sentence.kind == nil && sentence.spoken == nil)
  }
}
