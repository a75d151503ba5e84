import NMEA
import TestSupport
import Testing

@Suite struct `A GGA sentence` {
  @Test func `reads the classic example`() throws {
    let text = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47"
    guard case .gga(let gga) = try Sentence(text.utf8) else { throw Unexpected() }
    #expect(gga.talker == .gp)
    #expect(gga.time == TimeOfDay(hour: 12, minute: 35, second: 19))
    #expect(gga.latitude == degrees(48, 7.038))
    #expect(gga.longitude == degrees(11, 31.0))
    #expect(gga.quality == .autonomous)
    #expect(gga.satellitesUsed == 8)
    #expect(gga.horizontalDilution == 0.9)
    #expect(gga.altitude == 545.4)
    #expect(gga.geoidSeparation == 46.9)
    #expect(gga.differentialAge == nil)
    #expect(gga.differentialStation == nil)
  }

  @Test func `keeps its altitude when the geoid separation is missing`() throws {
    let text = wire("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,,,,")
    guard case .gga(let gga) = try Sentence(text) else { throw Unexpected() }
    #expect(gga.altitude == 545.4)
    #expect(gga.geoidSeparation == nil)
  }

  @Test func `is refused when its latitude lies beyond the pole`() {
    let text = wire("GPGGA,123519,9907.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
    #expect(throws: SentenceError.field(FieldFault(field: 2, reason: .outOfRange))) {
      try Sentence(text)
    }
  }
}
