import GNSS
import NMEA
import TestSupport
import Testing

/// The cases that were run through gpsd, and what is right there.
@Suite struct `A fix decoder, where gpsd errs` {
  private let gga = "4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"

  @Test func `never lets time go back at midnight`() {
    let times = fixes(
      "GPGGA,235959,\(gga)", "GPRMC,235959,A,4807.038,N,01131.000,E,0,0,201126,,,A",
      "GPGGA,000000,\(gga)", "GPRMC,000000,A,4807.038,N,01131.000,E,0,0,211126,,,A"
    ).map(\.time)
    #expect(times == [utc(2026, 11, 20, 23, 59, 59), utc(2026, 11, 21, 0, 0, 0)])
  }

  @Test func `tells the time at which the fix was lost`() {
    let result = fixes(
      "GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A",
      "GPRMC,120001,V,4807.038,N,01131.000,E,0,0,201126,,,N")
    #expect(result.map(\.mode) == [.twoDimensional, .none])
    #expect(result.map(\.time) == [utc(2026, 11, 20, 12, 0, 0), utc(2026, 11, 20, 12, 0, 1)])
    #expect(result.last?.coordinate == nil)
  }

  @Test func `knows QZSS and NavIC by their talkers of NMEA 4,11, and QZSS by its older one`() {
    let sets = [
      "GQGSV,1,1,01,02,40,083,46", "GIGSV,1,1,01,05,40,083,46", "QZGSV,1,1,02,01,40,083,46,02,40,083,46",
    ]
    #expect(
      sets.map { skies(rmc("120000"), $0).last?.satellites.map(\.identity) ?? [] } == [
        [SatelliteIdentity(.qzss, 2)], [SatelliteIdentity(.navic, 5)],
        [SatelliteIdentity(.qzss, 1), SatelliteIdentity(.qzss, 2)],
      ])
  }

  @Test func `tells three epochs around a leap second`() {
    let result = fixes(
      "GPGGA,235959,\(gga)", "GPRMC,235959,A,4807.038,N,01131.000,E,0,0,311216,,,A",
      "GPGGA,235960,\(gga)", "GPRMC,235960,A,4807.038,N,01131.000,E,0,0,311216,,,A",
      "GPGGA,000000,\(gga)", "GPRMC,000000,A,4807.038,N,01131.000,E,0,0,010117,,,A")
    #expect(
      result.map(\.time) == [
        utc(2016, 12, 31, 23, 59, 59), utc(2016, 12, 31, 23, 59, 60), utc(2017, 1, 1, 0, 0, 0),
      ])
    #expect(result.map(\.timeCorrections.leapSecond) == [false, true, false])
    #expect(result.allSatisfy { $0.isValid })
  }

  @Test func `tells three epochs around a leap second that no sentence dates`() {
    let result = fixes(
      "GPRMC,235958,A,4807.038,N,01131.000,E,0,0,311216,,,A", "GPGGA,235959,\(gga)",
      "GPGGA,235960,\(gga)",
      "GPGGA,000000,\(gga)", "GPGGA,000001,\(gga)")
    #expect(
      result.dropFirst().map(\.time) == [
        utc(2016, 12, 31, 23, 59, 59), utc(2016, 12, 31, 23, 59, 60), utc(2017, 1, 1, 0, 0, 0),
        utc(2017, 1, 1, 0, 0, 1),
      ])
  }

  @Test func `tells a leap second at ten epochs a second`() {
    let clocks = ["235959", "235960", "000000"].flatMap { second in
      (0..<10).map { "\(second).\($0)0" }
    }
    let result = decode(wire(clocks.map { "GPGGA,\($0),\(gga)" }))
    #expect(result.count == 30)
  }

  @Test func `accepts whole minutes`() {
    let fix = fixes("GPGGA,120000,4807,N,01131,E,1,08,0.9,545.4,M,46.9,M,,").first
    #expect(fix?.coordinate == Coordinate(latitude: degrees(48, 7.0), longitude: degrees(11, 31.0)))
  }
}
