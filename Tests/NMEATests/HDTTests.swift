import NMEA
import TestSupport
import Testing

@Suite struct `An HDT or HDM sentence` {
  @Test func `reads the true heading`() throws {
    let hdt: HDT = try read("$GPHDT,274.07,T*03")
    #expect(hdt.talker == .gp)
    #expect(hdt.heading == 274.07)
  }

  @Test func `reads the magnetic heading`() throws {
    let hdm: HDM = try read("$APHDM,218.598,M*3C")
    #expect(hdm.heading == 218.598)
  }

  @Test func `is refused when it counts from the other north`() {
    let otherUnit = SentenceError.field(FieldFault(field: 2, reason: .otherUnit))
    #expect(throws: otherUnit) { try Sentence(wire("HEHDT,274.07,M")) }
    #expect(throws: otherUnit) { try Sentence(wire("HCHDM,274.07,T")) }
  }

  @Test func `brings its angle into the circle`() throws {
    let hdt: HDT = try read(wire("HEHDT,-10.0,T"))
    #expect(hdt.heading == 350)
    #expect(try fault(in: "HEHDT,900.0,T") == FieldFault(field: 1, reason: .outOfRange))
  }
}
