import NMEA
import TestSupport
import Testing

@Suite struct `A GSA sentence` {
  @Test func `reads the classic example`() throws {
    let gsa: GSA = try read("$GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1*39")
    #expect(gsa.selection == .automatic)
    #expect(gsa.dimensions == 3)
    #expect((0..<12).map { gsa.satellites[$0] } == [4, 5, nil, 9, 12, nil, nil, 24, nil, nil, nil, nil])
    #expect(gsa.positionDilution == 2.5)
    #expect(gsa.horizontalDilution == 1.3)
    #expect(gsa.verticalDilution == 2.1)
    #expect(gsa.system == nil)
  }

  @Test func `reads the system`() throws {
    let gsa: GSA = try read(wire("GNGSA,M,2,80,71,73,79,69,,,,,,,,1.83,1.09,1.47,2"))
    #expect(gsa.selection == .manual)
    #expect(gsa.system == 2)
  }

  @Test func `reads 24 places`() throws {
    let satellites = (1...24).map(String.init).joined(separator: ",")
    let gsa: GSA = try read(wire("GPGSA,A,3,\(satellites),2.5,1.3,2.1"))
    #expect(gsa.places == 24)
    #expect((0..<24).map { gsa.satellites[$0] } == Array(1...24))
    #expect(gsa.positionDilution == 2.5)
    #expect(gsa.verticalDilution == 2.1)
    #expect(try Sentence(gsa.encoded()) == .gsa(gsa))
  }

  @Test func `reads a short one without a fix`() throws {
    let gsa: GSA = try read(wire("GPGSA,A,1,,,,"))
    let expected = GSA(.gp) {
      $0.selection = .automatic
      $0.dimensions = 1
    }
    #expect(gsa == expected)
  }

  @Test func `has seventeen fields, eighteen since NMEA 4.10`() {
    let commas = [Revision.v4_1, .v4_10].map { revision in
      GSA(talker: .gp).encoded(as: revision).count { $0 == UInt8(ascii: ",") }
    }
    #expect(commas == [17, 18])
  }

  @Test func `takes a system of blanks for none`() throws {
    #expect(try fault(in: "GNGSA,A,1,,,,,,,,,,,,,,,, ") == nil)
  }

  @Test func `notes a system that is no hexadecimal digit`() throws {
    let body = "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1,1.9"
    let gsa: GSA = try read(wire(body))
    #expect(gsa.verticalDilution == 2.1)
    #expect(gsa.system == nil)
    #expect(try fault(in: body) == FieldFault(field: 18, reason: .outOfRange))
  }
}
