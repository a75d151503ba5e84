import GNSS
import NMEA
import TestSupport
import Testing

/// The cases that were run through gpsd, and what is right there.
@Suite struct `A fix decoder, where gpsd errs` {
  private let gga = "4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  private let place = Coordinate(latitude: degrees(48, 7.038), longitude: degrees(11, 31.0))

  @Test func `never lets time go back at midnight`() {
    let times = fixes(
      "GPGGA,235959,\(gga)", "GPRMC,235959,A,4807.038,N,01131.000,E,0,0,201126,,,A",
      "GPGGA,000000,\(gga)", "GPRMC,000000,A,4807.038,N,01131.000,E,0,0,211126,,,A"
    ).map(\.time)
    #expect(times == [utc(2026, 11, 20, 23, 59, 59), utc(2026, 11, 21, 0, 0, 0)])
  }

  @Test func `gives no fix when GGA denies what RMC claims`() {
    let result = fixes(
      "GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A",
      "GPGGA,120000,4807.038,N,01131.000,E,0,08,0.9,545.4,M,46.9,M,,")
    #expect(result.map(\.mode) == [.none])
    #expect(result.first?.coordinate == nil)
  }

  @Test func `gives no fix for an RMC of status A and mode N`() {
    let result = fixes("GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,N")
    #expect(result.map(\.mode) == [.none])
    #expect(result.first?.coordinate == nil)
  }

  @Test func `takes the speed of a VTG whose course is empty`() {
    let fix = fixes("GPGGA,120000,\(gga)", "GPVTG,,T,,M,5.00,N,9.26,K,A").first
    #expect(fix?.speed == knots(5.0))
    #expect(fix?.course == nil)
  }

  @Test func `tells the time at which the fix was lost`() {
    let result = fixes(
      "GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A",
      "GPRMC,120001,V,4807.038,N,01131.000,E,0,0,201126,,,N")
    #expect(result.map(\.mode) == [.twoDimensional, .none])
    #expect(result.map(\.time) == [utc(2026, 11, 20, 12, 0, 0), utc(2026, 11, 20, 12, 0, 1)])
    #expect(result.last?.coordinate == nil)
  }

  @Test func `has a fix by GLONASS alone`() {
    let fix = fixes("GNGNS,120000,4807.038,N,01131.000,E,NA,08,0.9,545.4,46.9,,").first
    #expect(fix?.coordinate == place)
    #expect(fix?.mode == .threeDimensional)
  }

  @Test func `has a fix with a count of no satellites`() {
    let fix = fixes("GPGGA,120000,4807.038,N,01131.000,E,1,00,0.9,545.4,M,46.9,M,,").first
    #expect(fix?.coordinate == place)
    #expect(fix?.satellitesUsed == 0)
  }

  @Test func `subtracts an east variation from the course`() {
    let fix = fixes("GPRMC,120000,A,4807.038,N,01131.000,E,5.0,84.4,201126,10.0,E,A").first
    #expect(fix?.magneticVariation == 10)
    #expect(fix?.magneticCourse == 84.4 - 10.0)
    let west = fixes("GPRMC,120000,A,4807.038,N,01131.000,E,5.0,355.0,201126,10.0,W,A").first
    #expect(west?.magneticCourse == 5)
  }

  @Test func `knows QZSS and NavIC by their talkers of NMEA 4,11`() {
    let rmc = "GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A"
    let sky = skies(rmc, "GQGSV,1,1,01,02,40,083,46", "GIGSV,1,1,01,05,40,083,46").last
    #expect(sky?.satellites.map(\.identity) == [SatelliteIdentity(.qzss, 2), SatelliteIdentity(.navic, 5)])
  }

  @Test func `knows QZSS by its older talker`() {
    let rmc = "GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A"
    let sky = skies(rmc, "QZGSV,1,1,02,01,40,083,46,02,40,083,46").last
    #expect(sky?.satellites.map(\.identity) == [SatelliteIdentity(.qzss, 1), SatelliteIdentity(.qzss, 2)])
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

  @Test(arguments: ["9907.038,N,01131.000,E", "4807.038,N,18131.000,E", "9000.001,N,01131.000,E"])
  func `refuses a sentence whose position lies nowhere`(place: String) {
    #expect(fixes("GPGGA,120000,\(place),1,08,0.9,545.4,M,46.9,M,,").allSatisfy { !$0.isValid })
    #expect(fixes("GPRMC,120000,A,\(place),0,0,201126,,,A").allSatisfy { !$0.isValid })
  }

  @Test func `mends a week counter that has rolled over, and says so`() {
    let reference = DateReference.recording(CivilDate(year: 2026, month: 11, day: 20))
    let fix = fixes("GPRMC,120000,A,4807.038,N,01131.000,E,0,0,060407,,,A", reference: reference).first
    #expect(fix?.time == utc(2026, 11, 20, 12, 0, 0))
    #expect(fix?.timeCorrections.rolloverWeeks == 1024)
  }

  @Test func `leaves a date alone that no rollover explains`() {
    let reference = DateReference.recording(CivilDate(year: 2026, month: 11, day: 20))
    let fix = fixes("GPRMC,120000,A,4807.038,N,01131.000,E,0,0,060415,,,A", reference: reference).first
    #expect(fix?.time == utc(2015, 4, 6, 12, 0, 0))
    #expect(fix?.timeCorrections.isEmpty == true)
  }
}
