import NMEA
import TestSupport
import Testing

@Suite struct `A GST sentence` {
  @Test func `reads all fields`() throws {
    let gst: GST = try read("$GPGST,172814.0,0.006,0.023,0.020,273.6,0.023,0.020,0.031*6A")
    #expect(gst.time == TimeOfDay(hour: 17, minute: 28, second: 14))
    #expect(gst.rangeResidual == 0.006)
    #expect(gst.semiMajor == 0.023)
    #expect(gst.semiMinor == 0.02)
    #expect(gst.orientation == 273.6)
    #expect(gst.latitudeDeviation == 0.023)
    #expect(gst.longitudeDeviation == 0.02)
    #expect(gst.altitudeDeviation == 0.031)
  }

  @Test func `notes the first of two numbers that are none`() throws {
    #expect(try fault(in: "GPGST,172814.0,1,a,1,b,1,1,1") == FieldFault(field: 3, reason: .notANumber))
  }

  @Test func `is refused with seven fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 7, expected: 8)) { try Sentence(wire("GPGST,,,,,,,")) }
  }
}
