import GNSS
import NMEA
import TestSupport
import Testing

/// Oddities of gpsd that must not be ours: section 7 of the list of quirks.
@Suite struct `Oddities of gpsd that are not ours` {
  private let place = "4807.038,N,01131.000,E"

  @Test func `a magnetic course is the true one less the east variation`() {
    let fix = fixes("GPRMC,120000,A,\(place),5.0,10.0,201126,20.0,E,A").first
    #expect(fix?.magneticCourse == 350)
  }

  @Test func `a magnetic course that the receiver sends outweighs the computed one`() {
    let fix = fixes(
      "GPRMC,120000,A,\(place),5.0,84.4,201126,10.0,E,A", "GPVTG,84.4,T,74.5,M,5.0,N,9.3,K,A"
    ).first
    #expect(fix?.magneticCourse == 74.5)
  }

  @Test func `no sky comes without a list of satellites`() {
    #expect(
      skies(
        "GPGGA,120000,\(place),1,08,0.9,545.4,M,46.9,M,,",
        "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1",
        "GPRMC,120000,A,\(place),5.0,84.4,201126,,,A"
      ).isEmpty)
  }

  @Test func `an epoch has one sky, however many sets it has`() {
    #expect(
      skies(
        "GPRMC,120000,A,\(place),5.0,84.4,201126,,,A", "GPGSV,1,1,01,01,40,083,46",
        "GLGSV,1,1,01,70,40,083,46",
        "GAGSV,1,1,01,05,40,083,46", "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1"
      ).map(\.satellites.count) == [3])
  }

  @Test(arguments: ["9907.038,N,01131.000,E", "4860.000,N,01131.000,E", "4807.038,N,01160.000,E"])
  func `a position out of range is refused, neither wrapped nor a mode without a place`(
    place: String
  ) {
    for body in [
      "GPGGA,120000,\(place),1,08,0.9,545.4,M,46.9,M,,",
      "GPRMC,120000,A,\(place),5.0,84.4,201126,,,A",
      "GPGLL,\(place),120000,A,A", "GNGNS,120000,\(place),AA,08,0.9,545.4,46.9,,",
    ] {
      #expect(fixes(body).allSatisfy { $0.mode == .none && $0.coordinate == nil })
    }
  }

  @Test func `nothing survives from one epoch into the next, but the number of dimensions`() throws {
    let result = fixes(
      "GPGGA,120000,\(place),2,08,0.9,545.4,M,46.9,M,3.5,0138",
      "GPRMC,120000,A,\(place),5.0,84.4,201126,10.0,E,A",
      "GPGST,120000,1.0,2.0,1.0,0.0,3.0,4.0,5.0", "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1",
      "GPGLL,\(place),120001,A,A")
    guard let last = result.last, result.count == 2 else { throw Unexpected("not two fixes") }
    var bare = Fix()
    bare.epoch = 2
    bare.time = utc(2026, 11, 20, 12, 0, 1)
    bare.timeOfDay = TimeOfDay(hour: 12, minute: 0, second: 1)
    bare.mode = .threeDimensional
    bare.sources = .gll
    bare.quality = .autonomous
    bare.coordinate = Coordinate(latitude: degrees(48, 7.038), longitude: degrees(11, 31.0))
    #expect(last == bare)
  }

  @Test func `a new decoder knows nothing of the one before`() {
    let first = fixes("GPRMC,120000,A,\(place),5.0,84.4,201126,,,A")
    let second = fixes("GPGLL,\(place),120001,A,A")
    #expect(first.first?.time != nil)
    #expect(second.first?.time == nil)
  }
}
