import GNSS
import NMEA
import TestSupport
import Testing

/// Quirks 62 to 64 of the list of quirks: altitude in feet, errors, two receivers on one wire.
@Suite struct `Accuracy quirks` {
  private let place = "4807.038,N,01131.000,E"

  private func gga(_ time: String, quality: Int = 1, dilution: String = "0.9") -> String {
    "GPGGA,\(time),\(place),\(quality),08,\(dilution),545.4,M,46.9,M,,"
  }

  @Test(arguments: [(1, 4.0), (2, 2.0), (4, 2.0), (5, 2.0), (6, 4.0), (7, 4.0), (8, 4.0)])
  func `quirk 63, without any estimate the dilution is one, smaller with corrections only`(
    quality: Int, range: Double
  ) {
    let fix = fixes(gga("120000", quality: quality, dilution: "1.5")).first
    #expect(fix?.errors == ErrorEstimate(horizontal: 1.5 * range, vertical: nil, source: .dilution))
  }
}
