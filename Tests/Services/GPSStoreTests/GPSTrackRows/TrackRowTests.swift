import GNSS
import TestSupport
import Testing

@testable import GPSTrackRows

@Suite struct `A row of the track` {
  private let moment = UTC(secondsSince1970: 1_795_000_000, nanosecond: 250_000_000)

  private func fix(_ latitude: Double, _ longitude: Double, _ quality: FixQuality = .autonomous) -> Fix {
    var fix = Fix()
    (fix.time, fix.mode, fix.quality) = (moment, .threeDimensional, quality)
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return fix
  }

  private func row(_ fix: Fix, signal: Double? = nil, received: UTC? = nil) -> TrackRow {
    TrackRow(fix, signal: signal, received: received ?? moment)
  }

  @Test func `is 64 bytes long`() { #expect(MemoryLayout<TrackRow>.stride == 64) }

  @Test func `keeps centimeters of height, millimeters of accuracy and half dB-Hz`() {
    var fix = fix(47.6121473, -9.4058435)
    (fix.altitude, fix.geoidSeparation, fix.ellipsoidalAltitude) = (404.52, -46.75, 357.77)
    (fix.speed, fix.climb, fix.course) = (1.25, -0.31, 176.53)
    fix.errors = ErrorEstimate(horizontal: 1.537, vertical: 2.5, source: .gst)
    (fix.dilution.horizontal, fix.dilution.vertical, fix.satellitesUsed) = (0.75, 1.1, 20)
    fix.epoch = 7
    let row = row(fix, signal: 36.5, received: UTC(secondsSince1970: 1_795_000_000, nanosecond: 387_000_000))
    #expect(row.fix == fix)
    #expect(row.signal == 36.5 && row.lag == 137 && row.hasOwnTime && row.hasPosition && !row.isSuspect)
    #expect(row.height == 357.77)
  }

  @Test func `rounds a place to seven digits, and keeps nine of RTK`() throws {
    let plain = try #require(row(fix(47.612_147_333, -9.405_843_567)).coordinate)
    #expect(plain.latitude == 47.612_147_3 && plain.longitude == -9.405_843_6)
    for quality in [FixQuality.rtkFixed, .rtkFloat] {
      let fine = try #require(row(fix(47.612_147_333, -9.405_843_567, quality)).coordinate)
      #expect(fine.latitude == 47.612_147_333 && fine.longitude == -9.405_843_567)
    }
  }

  @Test(arguments: [90, -90, 0, 89.999_999_96, -89.999_999_96] as [Double])
  func `holds the places at the ends`(latitude: Double) throws {
    for longitude in [180.0, -180, 179.999_999_99] {
      for quality in [FixQuality.autonomous, .rtkFixed] {
        let place = try #require(row(fix(latitude, longitude, quality)).coordinate)
        #expect(abs(place.latitude - latitude) <= 5.1e-8 && abs(place.longitude - longitude) <= 5.1e-8)
      }
    }
  }

  @Test func `makes nothing up for what was not reported`() {
    let row = row(Fix())
    #expect(row.fix == Fix())
    #expect(row.signal == nil && !row.hasPosition && !row.hasOwnTime && row.height == nil && row.lag == 0)
    #expect(row.time == moment)
  }

  @Test func `leaves out what a field can't hold`() {
    var fix = fix(47, 9)
    (fix.altitude, fix.speed, fix.climb) = (1e9, .infinity, -.infinity)
    (fix.course, fix.dilution.horizontal) = (361, 1e9)
    fix.errors = ErrorEstimate(horizontal: .nan, vertical: 1e12, source: .gst)
    fix.satellitesUsed = 70_000
    let kept = row(fix, signal: .nan).fix
    #expect(kept.altitude == nil && kept.speed == nil && kept.climb == nil && kept.course == nil)
    #expect(kept.dilution.horizontal == nil && kept.errors?.horizontal == nil && kept.errors?.vertical == nil)
    #expect(kept.satellitesUsed == 254)
  }

  @Test func `has a course below 360 degrees`() {
    var fix = fix(47, 9)
    for (course, kept) in [(359.997, 0), (360, 0), (359.99, 359.99)] {
      fix.course = course
      #expect(row(fix).fix.course == kept)
    }
  }

  @Test func `keeps a height above the ellipsoid where there is no other`() {
    var fix = fix(47, 9)
    fix.ellipsoidalAltitude = 451.25
    let row = row(fix)
    #expect(row.height == 451.25 && row.fix.altitude == nil && row.fix.ellipsoidalAltitude == 451.25)
    fix.altitude = 404.5
    #expect(self.row(fix).fix.geoidSeparation == 46.75)
  }

  @Test func `comes back from its columns`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let row = SampleRows.any(&random)
      #expect(TrackRow(columns: row.columns) == row, "seed \(seed)")
    }
    #expect(TrackRow.columnNames.count == TrackRow.columnCount)
  }

  @Test(
    arguments: [
      (2, 900_000_001), (3, -1_800_000_001), (4, 10_000), (4, -1), (6, 40_000), (8, 36_000), (12, 255),
      (15, -1),
      (16, 1 << 32), (0, .max), (1, .min),
    ] as [(Int, Int64)])
  func `is refused if a column has a number out of range`(place: Int, number: Int64) {
    var columns = row(fix(47, 9)).columns
    columns[place] = number
    #expect(TrackRow(columns: columns) == nil)
  }

  @Test(arguments: [0, 1, 16, 2, 3]) func `is refused without a column that it needs`(place: Int) {
    var columns = row(fix(47, 9)).columns
    columns[place] = nil
    #expect(TrackRow(columns: columns) == nil)
  }
}
