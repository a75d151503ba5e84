import GNSS
import TestSupport

@testable import GPSTrackRows

/// Rows for tests: a drive as receivers report it, and rows of any numbers.
enum SampleRows {
  /// A drive of one fix a second with its noise: speed, course and place change, as do signals and arrivals.
  static func drive(_ count: Int, seed: UInt64) -> [TrackColumns.Entry] {
    var random = SeededGenerator(seed: seed)
    func noise(_ size: Double) -> Double { Double.random(in: -size...size, using: &random) }
    let start = Int64(1_795_000_000)
    var (latitude, longitude, course, speed, height) = (47.6, 9.4, 90.0, 12.0, 404.0)
    return (0..<count).map { second in
      speed = max(0, speed + noise(0.4))
      course = (course + noise(1.5) + 360).truncatingRemainder(dividingBy: 360)
      latitude += speed / 111_320 * 0.6 + noise(3e-7)
      longitude += speed / 75_000 * 0.8 + noise(3e-7)
      height += noise(0.15)
      var fix = Fix()
      fix.time = UTC(secondsSince1970: start + Int64(second))
      (fix.mode, fix.quality) = (.threeDimensional, .autonomous)
      fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
      (fix.altitude, fix.geoidSeparation) = ((height * 10).rounded() / 10, 47.3)
      (fix.speed, fix.course) = (speed, course)
      let isLess = second / 40 % 5 == 0
      (fix.dilution.horizontal, fix.dilution.vertical) = (isLess ? 0.91 : 0.84, isLess ? 1.32 : 1.21)
      fix.errors = ErrorEstimate(
        horizontal: isLess ? 1.9 : 1.7, vertical: isLess ? 3.1 : 2.9, source: .dilution)
      fix.satellitesUsed = isLess ? 11 : 12
      let milliseconds = (start + Int64(second)) * 1000 + 140 + Int64.random(in: -6...6, using: &random)
      let row = TrackRow(
        fix, signal: 38 + Double(second / 15 % 3) / 2, received: TrackRow.instant(milliseconds))
      return TrackColumns.Entry(
        number: Int64(second + 1), monotonic: milliseconds - start * 1000 - 90, row: row)
    }
  }

  /// A row of any numbers that the columns can hold, often NULL, often the least or the greatest.
  static func any(_ random: inout SeededGenerator) -> TrackRow {
    func number(_ low: Int64, _ high: Int64, isOptional: Bool = true) -> Int64? {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where isOptional: nil
      case 1: low
      case 2: high
      default: Int64.random(in: low...high, using: &random)
      }
    }
    let place = number(-900_000_000, 900_000_000)
    let most = Int64(Int32.max)
    let columns = [
      number(-62_135_596_800_000, 253_402_300_799_999, isOptional: false),
      number(-315_537_897_599_999, 315_537_897_599_999, isOptional: false), place,
      place == nil ? nil : number(-1_800_000_000, 1_800_000_000, isOptional: false), number(0, 9999),
      number(-most, most), number(-32_767, 32_767), number(-most, most), number(0, 35_999),
      number(-most, most),
      number(-most, most), number(-most, most), number(0, 254), number(0, 65_534), number(0, 65_534),
      number(0, 254), number(0, Int64(UInt32.max), isOptional: false),
    ]
    guard let row = TrackRow(columns: columns) else { preconditionFailure("\(columns)") }
    return row
  }
}
