import NMEA
import TestSupport
import Testing

/// Collects what a parser gives, and what it rejects.
private struct Collector: SentenceSink {
  var statuses: [Status?] = []
  var signals: [Int?] = []
  var errors: [SentenceError] = []

  mutating func receive(_ rmc: RMC) { statuses.append(rmc.status) }
  mutating func receive(_ gsv: GSV) { signals.append(gsv.signal) }
  mutating func receive(_ gll: GLL) { statuses.append(gll.status) }
  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) { errors.append(error) }
}

@Suite struct `A sentence with room around it` {
  /// Room enough for the quick way, which looks around the sentence.
  private let room = [UInt8](repeating: 0x0A, count: 200)

  private func parse(_ bytes: [UInt8]) -> Collector {
    var collector = Collector()
    var parser = SentenceParser()
    parser.parse((room + bytes + room).span, into: &collector)
    return collector
  }

  // Found by fuzzing: the quick way took the byte for a status, and the careful way broke the sentence there.
  @Test(arguments: [0xAC, 0x00, 0x7F, 0x1B] as [UInt8])
  func `is broken by a byte that does not print, even in a field of one letter`(byte: UInt8) {
    var body = Array("GPRMC,,?,,,,,,,,,N".utf8)
    body[7] = byte
    let sum = body.reduce(0, ^)
    let digits = Array("0123456789ABCDEF".utf8)
    let line = [0x24] + body + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x0D, 0x0A]
    let result = parse(line)
    #expect(result.statuses.isEmpty)
    #expect(result.errors == [.strayByte(byte, at: 8)])
  }

  @Test func `keeps its letter when that prints`() {
    #expect(parse(wire("GPRMC,,A,,,,,,,,,N")).statuses == [.valid])
  }

  // Found by fuzzing: fields that nobody read were never looked at.
  @Test func `is broken by a byte that does not print, even in a field that no one reads`() {
    let body = Array("GPGSV,2,1,06,02,4".utf8) + [0x95]
    let sum = body.reduce(0, ^)
    let digits = Array("0123456789ABCDEF".utf8)
    let line = [0x24] + body + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x0D, 0x0A]
    #expect(parse(line).errors == [.strayByte(0x95, at: 18)])
  }

  // Found by fuzzing: the talker's letters were never looked at.
  @Test func `is broken by a byte that does not print, even in its talker`() {
    let body = [0x0A] + Array("PRMC,,V,,,,,,,,,,N".utf8)
    let sum = body.reduce(0, ^)
    let digits = Array("0123456789ABCDEF".utf8)
    let line = [0x24] + body + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x0D, 0x0A]
    #expect(parse(line).statuses.isEmpty)
  }

  // Found by fuzzing: the quick way took two digits for a decimal number.
  @Test func `reads a signal as hexadecimal`() {
    let satellites = "GPGSV,1,1,01,02,40,083,46"
    #expect(parse(wire("\(satellites),7")).signals == [7])
    #expect(parse(wire("\(satellites),B")).signals == [11])
    #expect(parse(wire("\(satellites),23")).signals == [0x23])
  }

  // Found by fuzzing: the quick way went on behind the star, and took the checksum for a field.
  @Test func `has no field behind its star`() {
    let short = wire("GPGSV,2,").dropLast(2) + Array(",06,02,45,120,41".utf8)
    #expect(parse(Array(short)).signals.isEmpty)
    #expect(parse(Array(short)).errors == [.tooFewFields(found: 2, expected: 3)])
  }

  // Found by fuzzing: the quick way took away the minutes.
  @Test(arguments: ["010-5.6789", "010+5.6789", "010 5.6789"])
  func `has no sign before its minutes`(longitude: String) {
    let result = parse(wire("GNGLL,5912.3456,N,\(longitude),E,081530.00,A,A"))
    #expect(result.statuses.isEmpty)
    #expect(result.errors == [.field(FieldFault(field: 3, reason: .notANumber))])
  }
}
