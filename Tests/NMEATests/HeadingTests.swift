import NMEA
import TestSupport
import Testing

@Suite struct `An HDG sentence` {
  @Test func `reads deviation from fields 2 and 3, variation from 4 and 5`() throws {
    let hdg: HDG = try read("$HCHDG,98.3,0.0,E,12.6,W*57")
    #expect(hdg.talker == .hc)
    #expect(hdg.reading == 98.3)
    #expect(hdg.deviation == 0)
    #expect(hdg.variation == -12.6)
  }

  @Test func `reads both directions of both`() throws {
    let west: HDG = try read(wire("HCHDG,10.0,1.5,W,2.5,E"))
    #expect(west.deviation == -1.5)
    #expect(west.variation == 2.5)
    let east: HDG = try read(wire("HCHDG,10.0,1.5,E,2.5,W"))
    #expect(east.deviation == 1.5)
    #expect(east.variation == -2.5)
  }

  @Test func `reads the variation of a compass that knows no deviation`() throws {
    let hdg: HDG = try read("$SDHDG,231.0,,,1.3,E*37")
    #expect(hdg.reading == 231)
    #expect(hdg.deviation == nil)
    #expect(hdg.variation == 1.3)
  }

  @Test func `does not know a variation of no side`() throws {
    let hdg: HDG = try read(wire("HCHDG,10.0,,,2.5,"))
    #expect(hdg.variation == nil)
    #expect(try fault(in: "HCHDG,10.0,,,2.5,N") == FieldFault(field: 5, reason: .notAHemisphere))
  }

  @Test func `is refused with fewer than five fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 3, expected: 5)) { try Sentence(wire("HCHDG,10.0,,")) }
  }
}

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

@Suite struct `An ROT sentence` {
  @Test func `reads a turn to port as negative`() throws {
    let rot: ROT = try read("$APROT,-0.007,A*1D")
    #expect(rot.rate == -0.007)
    #expect(rot.status == .valid)
  }

  @Test func `is refused with one field`() {
    #expect(throws: SentenceError.tooFewFields(found: 1, expected: 2)) { try Sentence(wire("HEROT,0.0")) }
  }
}

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
