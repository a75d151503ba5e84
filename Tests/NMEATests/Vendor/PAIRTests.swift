import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of Airoha` {
  @Test func `answers a command`() throws {
    let refused: PAIR001 = try read("$PAIR001,000,4*3F")
    #expect(refused.command == 0)
    #expect(refused.result == .invalid)
    #expect(refused.encoded() == Array("$PAIR001,000,4*3F\r\n".utf8))
    let done: PAIR001 = try read("$PAIR001,6010,0*0C")
    #expect(done.command == 6010)
    #expect(done.result == .succeeded)
  }

  @Test func `is understood when it echoes our command for a pace`() throws {
    let pair050: PAIR050 = try read("$PAIR050,200*21")
    #expect(pair050.interval == 0.2)
    #expect(PAIR050 { $0.interval = 0.2 }.encoded() == Array("$PAIR050,200*21\r\n".utf8))
  }

  @Test func `is understood when it echoes our command for a rate`() throws {
    let pair062: PAIR062 = try read("$PAIR062,3,0*3D")
    #expect(pair062.output == .gsv)
    #expect(pair062.rate == 0)
    let all: PAIR062 = try read(wire("PAIR062,-1,0"))
    #expect(all.output == .all)
    #expect(try survives(all))
  }

  @Test func `is understood when it echoes our command for a port`() throws {
    let pair864: PAIR864 = try read("$PAIR864,0,0,115200*1B")
    #expect(pair864.portType == 0)
    #expect(pair864.port == 0)
    #expect(pair864.baudRate == 115_200)
    #expect(pair864.encoded() == Array("$PAIR864,0,0,115200*1B\r\n".utf8))
  }

  @Test func `is refused when it has too few fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 2)) { try Sentence(wire("PAIR001,062")) }
  }

  @Test func `names the field that can't be read`() throws {
    #expect(try fault(in: "PAIR864,0,0,fast") == FieldFault(field: 3, reason: .notANumber))
    #expect(try fault(in: "PAIR062,200,1") == FieldFault(field: 1, reason: .outOfRange))
  }

  @Test func `of a number that is not known keeps all its fields`() throws {
    let sentence = try readUnknown("PAIR066,1,1,1,0,0,0")
    #expect(sentence.tag == "PAIR066")
    #expect(sentence.count == 6)
    for body in ["PAIR0010,1,1", "PAIR002", "PAIR", "PAI", "PA", "P"] { _ = try readUnknown(body) }
  }
}
