import NMEA
import TestSupport
import Testing

@Suite struct `An MWV sentence` {
  @Test func `reads knots as meters per second`() throws {
    let mwv: MWV = try read("$WIMWV,65.7,R,14.0,N,A*22")
    #expect(mwv.talker == .wi)
    #expect(mwv.angle == 65.7)
    #expect(mwv.reference == .relative)
    #expect(mwv.speed == 14 * knot)
    #expect(mwv.speedUnit == .knots)
    #expect(mwv.status == .valid)
  }

  @Test func `reads a speed in each of its units`() throws {
    let speeds = try ["K", "M", "N", "S"].map { unit in
      let mwv: MWV = try read(wire("WIMWV,1.0,T,10.0,\(unit),A"))
      return mwv.speed
    }
    #expect(speeds == [10 * kilometerPerHour, 10, 10 * knot, 4.4704])
  }

  @Test func `does not guess the speed of a unit it does not know`() throws {
    let mwv: MWV = try read(wire("WIMWV,1.0,T,10.0,B,A"))
    #expect(mwv.speed == nil)
    #expect(mwv.encoded() == wire("WIMWV,1.0,T,10.0,B,A"))
  }

  @Test func `goes back onto the wire in the unit it came in`() throws {
    for unit in ["K", "M", "N", "S"] {
      let text = wire("WIMWV,65.7,T,14.3,\(unit),A")
      #expect(try Sentence(text).encoded() == text)
    }
  }

  @Test func `is written in meters per second unless another unit is chosen`() throws {
    var mwv = MWV(.wi) { $0.speed = 5.25 }
    #expect(mwv.encoded() == wire("WIMWV,,,5.25,M,"))
    mwv.speedUnit = .kilometersPerHour
    #expect(mwv.encoded() == wire("WIMWV,,,18.9,K,"))
    #expect(mwv.speed.map { abs($0 - 5.25) < 1e-9 } == true)
    mwv.speed = 10
    #expect(mwv.encoded() == wire("WIMWV,,,36.0,K,"))
    #expect(try Sentence(mwv.encoded()) == .mwv(mwv))
  }

  @Test func `notes a speed that is no number`() throws {
    #expect(try fault(in: "WIMWV,1.0,R,calm,N,A") == FieldFault(field: 3, reason: .notANumber))
  }

  @Test func `is refused with three fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 3, expected: 4)) {
      try Sentence(wire("WIMWV,1.0,R,2.0"))
    }
  }
}

@Suite struct `An MWD sentence` {
  @Test func `reads all fields`() throws {
    let mwd: MWD = try read("$WIMWD,327.5,T,326.1,M,11.4,N,5.9,M*67")
    #expect(mwd.direction == 327.5)
    #expect(mwd.magneticDirection == 326.1)
    #expect(mwd.speedFromKnots == 11.4 * knot)
    #expect(mwd.speed == 5.9)
  }

  @Test func `is refused when meters per second are called something else`() {
    #expect(throws: SentenceError.field(FieldFault(field: 8, reason: .otherUnit))) {
      try Sentence(wire("WIMWD,327.5,T,326.1,M,11.4,N,5.9,K"))
    }
  }
}
