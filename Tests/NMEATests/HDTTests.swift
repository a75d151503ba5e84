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

  @Test func `says nothing when it is empty`() throws {
    #expect(try Sentence(wire("HEHDT,,T")) == .hdt(HDT(talker: .he)))
    #expect(try Sentence(wire("HCHDM,,M")) == .hdm(HDM(talker: .hc)))
  }

  @Test func `is read as it was written`() throws {
    let hdt = HDT(.he) { $0.heading = 0.125 }
    #expect(try Sentence(hdt.encoded()) == .hdt(hdt))
    let hdm = HDM(.hc) { $0.heading = 359.9 }
    #expect(try Sentence(hdm.encoded()) == .hdm(hdm))
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
