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

  @Test func `says nothing when it is empty`() throws {
    #expect(try Sentence(wire("GPTHS,,")) == .ths(THS(talker: .gp)))
  }

  @Test func `is read as it was written`() throws {
    let ths = THS(.gp) {
      $0.heading = 12.5
      $0.mode = .void
    }
    #expect(try Sentence(ths.encoded()) == .ths(ths))
  }

  @Test func `keeps a mode that is not in the list`() throws {
    let ths: THS = try read(wire("GPTHS,77.52,X"))
    #expect(ths.mode == THS.Mode(rawValue: UInt8(ascii: "X")))
  }

  @Test func `notes a mode of two letters`() throws {
    #expect(try fault(in: "GPTHS,77.52,AE") == FieldFault(field: 2, reason: .notALetter))
  }
}
