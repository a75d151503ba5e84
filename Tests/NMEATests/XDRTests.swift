import NMEA
import TestSupport
import Testing

@Suite struct `An XDR sentence` {
  @Test func `reads as many sensors as there are`() throws {
    let xdr: XDR = try read("$IIXDR,C,,C,AIRTEMP,A,0.5,D,HEEL,A,3.0,D,TRIM,P,,B,BARO,A,-3.4,D,RUDDER*05")
    #expect(
      xdr.measurements == [
        XDR.Measurement(.temperature, nil, .celsius, "AIRTEMP"),
        XDR.Measurement(.angle, 0.5, .degrees, "HEEL"),
        XDR.Measurement(.angle, 3, .degrees, "TRIM"),
        XDR.Measurement(.pressure, nil, .bars, "BARO"),
        XDR.Measurement(.angle, -3.4, .degrees, "RUDDER"),
      ])
  }

  @Test func `reads a sensor without a unit`() throws {
    let xdr: XDR = try read("$HCXDR,A,171,D,PITCH,A,-37,D,ROLL,G,367,,MAGX,G,2420,,MAGY,G,-8984,,MAGZ*41")
    #expect(xdr.measurements.count == 5)
    #expect(xdr.measurements.last == XDR.Measurement(.generic, -8984, nil, "MAGZ"))
  }

  @Test func `reads a last sensor without a name`() throws {
    let xdr: XDR = try read(wire("IIXDR,C,19.5,C"))
    #expect(xdr.measurements == [XDR.Measurement(.temperature, 19.5, .celsius, "")])
  }

  @Test func `has no sensor more for a comma at its end`() throws {
    let xdr: XDR = try read(wire("IIXDR,C,19.5,C,AIR,"))
    #expect(xdr.measurements.count == 1)
  }

  @Test func `says nothing of a sensor that says nothing`() throws {
    #expect(
      try Sentence(wire("IIXDR,,,,")) == .xdr(XDR(.ii) { $0.measurements = [XDR.Measurement()] }))
  }

  @Test func `notes which sensor's number can't be read`() throws {
    #expect(try fault(in: "IIXDR,C,1,C,A,C,x,C,B") == FieldFault(field: 6, reason: .notANumber))
  }

  @Test func `is refused with two fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 2, expected: 3)) { try Sentence(wire("IIXDR,C,1")) }
  }
}
