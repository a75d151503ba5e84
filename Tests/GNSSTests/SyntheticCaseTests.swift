import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `A fix decoder, where gpsd errs` {
  private let gga = "4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"

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
}
