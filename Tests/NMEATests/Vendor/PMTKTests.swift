import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of MediaTek` {
  @Test func `answers a command`() throws {
    let refused: PMTK001 = try read("$PMTK001,604,1*30")
    #expect(refused.command == 604)
    #expect(refused.result == .unsupported)
    let done: PMTK001 = try read("$PMTK001,314,3*36")
    #expect(done.result == .succeeded)
    let odd: PMTK001 = try read(wire("PMTK001,314,9"))
    #expect(odd.result == PMTK001.Result(rawValue: 9))
  }

  @Test func `tells what has happened`() throws {
    let pmtk010: PMTK010 = try read("$PMTK010,001*2E")
    #expect(pmtk010.event == .started)
    #expect(pmtk010.encoded() == Array("$PMTK010,001*2E\r\n".utf8))
    let pmtk011: PMTK011 = try read("$PMTK011,MTKGPS*08")
    #expect(pmtk011.message == "MTKGPS")
  }

  @Test func `names the firmware`() throws {
    let pmtk705: PMTK705 = try read("$PMTK705,AXN_2.51_3339_19071200,0002,QUECTEL-L70,1.0*32")
    #expect(pmtk705.release == "AXN_2.51_3339_19071200")
    #expect(pmtk705.build == "0002")
    #expect(pmtk705.product == "QUECTEL-L70")
    #expect(pmtk705.kit == "1.0")
    let older: PMTK705 = try read("$PMTK705,AXN_1.30,0145,Fastrax IT500,*67")
    #expect(older.product == "Fastrax IT500")
    #expect(older.kit.isEmpty)
  }

  @Test func `is harmless when it echoes our command to start again`() throws {
    #expect(try read("$PMTK101*32") == PMTK101())
    #expect(try read("$PMTK102*31") == PMTK102())
    #expect(try read("$PMTK103*30") == PMTK103())
    #expect(try read("$PMTK104*37") == PMTK104())
    #expect(try read("$PMTK605*31") == PMTK605())
    #expect(PMTK104().encoded() == Array("$PMTK104*37\r\n".utf8))
    #expect(PMTK605().encoded() == Array("$PMTK605*31\r\n".utf8))
  }

  @Test func `is understood when it echoes our command for a pace`() throws {
    let pmtk220: PMTK220 = try read("$PMTK220,1000*1F")
    #expect(pmtk220.interval == 1)
    #expect(PMTK220 { $0.interval = 0.1 }.encoded() == wire("PMTK220,100"))
    let pmtk251: PMTK251 = try read("$PMTK251,115200*1F")
    #expect(pmtk251.baudRate == 115_200)
    #expect(pmtk251.encoded() == Array("$PMTK251,115200*1F\r\n".utf8))
  }

  @Test func `is understood when it echoes our choice of sentences`() throws {
    let text = "$PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28"
    let pmtk314: PMTK314 = try read(text)
    #expect(pmtk314 == .only([.rmc, .gga]))
    #expect(pmtk314[.rmc] == 1)
    #expect(pmtk314[.zda] == 0)
    #expect(pmtk314.encoded() == Array((text + "\r\n").utf8))
  }

  @Test func `asks for what the receiver was built with in its short form`() throws {
    #expect(try read("$PMTK314,-1*04") == PMTK314.restoringDefaults)
    #expect(PMTK314.restoringDefaults.encoded() == Array("$PMTK314,-1*04\r\n".utf8))
  }

  @Test func `is refused when it has too few fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 2)) { try Sentence(wire("PMTK001,604")) }
    #expect(throws: SentenceError.tooFewFields(found: 0, expected: 1)) { try Sentence(wire("PMTK314")) }
  }

  @Test func `names the field that can't be read`() throws {
    #expect(try fault(in: "PMTK001,x,3") == FieldFault(field: 1, reason: .notANumber))
    #expect(try fault(in: "PMTK001,604,300") == FieldFault(field: 2, reason: .outOfRange))
  }

  @Test func `of a number that is not known keeps all its fields`() throws {
    let sentence = try readUnknown("PMTKCHN,14001,29001,,02001")
    #expect(sentence.tag == "PMTKCHN")
    #expect((1...4).map { sentence[$0] } == ["14001", "29001", "", "02001"])
    for body in ["PMTK0010,1,1", "PMTK00,1,1", "PMTK,", "PMTK"] { _ = try readUnknown(body) }
  }
}
