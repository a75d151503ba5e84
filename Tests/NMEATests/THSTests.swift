import NMEA
import TestSupport
import Testing

@Suite struct `A THS sentence` {
  @Test func `reads heading and mode`() throws {
    let ths: THS = try read("$GNTHS,77.52,E*2A")
    #expect(ths.talker == .gn)
    #expect(ths.heading == 77.52)
    #expect(ths.mode == .deadReckoning)
  }

  @Test func `keeps a mode that is not in the list`() throws {
    let ths: THS = try read(wire("GPTHS,77.52,X"))
    #expect(ths.mode == THS.Mode(rawValue: UInt8(ascii: "X")))
  }

  @Test func `notes a mode of two letters`() throws {
    #expect(try fault(in: "GPTHS,77.52,AE") == FieldFault(field: 2, reason: .notALetter))
  }
}
