import NMEA
import TestSupport
import Testing

@Suite struct `A GBS sentence` {
  @Test func `reads all fields`() throws {
    let gbs: GBS = try read("$GPGBS,235458.00,1.4,1.3,3.1,03,,-21.4,3.8,1,0*5A")
    #expect(gbs.time == TimeOfDay(hour: 23, minute: 54, second: 58))
    #expect(gbs.latitudeError == 1.4)
    #expect(gbs.longitudeError == 1.3)
    #expect(gbs.altitudeError == 3.1)
    #expect(gbs.failedSatellite == 3)
    #expect(gbs.missProbability == nil)
    #expect(gbs.bias == -21.4)
    #expect(gbs.biasDeviation == 3.8)
    #expect(gbs.system == 1)
    #expect(gbs.signal == 0)
  }

  @Test func `has eight fields before NMEA 4.10`() throws {
    let gbs = GBS(.gn) { $0.biasDeviation = 2.5 }
    #expect(gbs.encoded(as: .v4_1) == wire("GNGBS,,,,,,,,2.5"))
  }

  @Test func `is refused in the form that has units, which is another sentence`() {
    #expect(throws: SentenceError.tooFewFields(found: 7, expected: 8)) {
      try Sentence("$GPGBS,125027,23.43,M,13.91,M,34.01,M*07".utf8)
    }
  }
}
