import NMEA
import TestSupport
import Testing

@Suite struct `A sentence with room around it` {
  // Found by fuzzing: the quick way took the byte for a status, and the careful way broke the sentence there.
  @Test(arguments: [0xAC, 0x00, 0x7F, 0x1B] as [UInt8])
  func `is broken by a byte that does not print, even in a field of one letter`(byte: UInt8) {
    var body = Array("GPRMC,,?,,,,,,,,,N".utf8)
    body[7] = byte
    let result = Events(of: wire(body))
    #expect(result.sentences.isEmpty && result.errors == [.strayByte(byte, at: 8)])
  }

  // Found by fuzzing: fields that nobody read were never looked at.
  @Test func `is broken by a byte that does not print, even in a field that no one reads`() {
    let body = Array("GPGSV,2,1,06,02,4".utf8) + [0x95]
    #expect(Events(of: wire(body)).errors == [.strayByte(0x95, at: 18)])
  }

  // Found by fuzzing: the talker's letters were never looked at.
  @Test func `is broken by a byte that does not print, even in its talker`() {
    let body = [0x0A] + Array("PRMC,,V,,,,,,,,,,N".utf8)
    #expect(Events(of: wire(body)).sentences.isEmpty)
  }

  // Found by fuzzing: the quick way took two digits for a decimal number.
  @Test func `reads a signal as hexadecimal`() throws {
    for (digits, signal) in [("7", 7), ("B", 11), ("23", 0x23)] {
      let line = wire("GPGSV,1,1,01,02,40,083,46,\(digits)")
      guard case .gsv(let gsv)? = Events(of: line).sentences.first else { throw Unexpected() }
      #expect(gsv.signal == signal)
    }
  }

  // Found by fuzzing: the quick way went on behind the star, and took the checksum for a field.
  @Test func `has no field behind its star`() {
    let short = wire("GPGSV,2,").dropLast(2) + Array(",06,02,45,120,41".utf8)
    #expect(Events(of: Array(short)).sentences.isEmpty)
    #expect(Events(of: Array(short)).errors == [.tooFewFields(found: 2, expected: 3)])
  }

  // Found by fuzzing: the quick way took away the minutes.
  @Test(arguments: ["010-5.6789", "010+5.6789", "010 5.6789"])
  func `has no sign before its minutes`(longitude: String) {
    let result = Events(of: wire("GNGLL,5912.3456,N,\(longitude),E,081530.00,A,A"))
    #expect(result.sentences.isEmpty)
    #expect(result.errors == [.field(FieldFault(field: 3, reason: .notALongitude))])
  }
}
