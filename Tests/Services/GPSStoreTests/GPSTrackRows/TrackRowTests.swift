import GNSS
import TestSupport
import Testing

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
      number(-most, most), number(-most, most), number(-most, most), number(0, 254), number(0, 65_534),
      number(0, 65_534), number(0, 254), number(0, Int64(UInt32.max), isOptional: false),
    ]
    guard let row = TrackRow(columns: columns) else { preconditionFailure("\(columns)") }
    return row
  }
}

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

/// The bytes with their checksum.
private func sealed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  let sum = TrackColumns.checksum(bytes)
  return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
}

@Suite struct `A packed track` {
  @Test func `of a drive takes at most 11.2 bytes a fix`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let entries = SampleRows.drive(380, seed: seed)
      let bytes = TrackColumns.pack(entries)
      #expect(Double(bytes.count) / 380 <= 11.2, "\(bytes.count) bytes, seed \(seed)")
      #expect(try TrackColumns.unpack(bytes) == entries)
    }
  }

  @Test func `gives back any rows, also NULLs and extremes`() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let entries = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        TrackColumns.Entry(
          number: [.min, .max, 0, .random(in: .min ... .max, using: &random)].randomElement(using: &random)
            ?? 0, monotonic: .random(in: .min ... .max, using: &random), row: SampleRows.any(&random))
      }
      #expect(try TrackColumns.unpack(TrackColumns.pack(entries)) == entries, "seed \(seed)")
    }
  }

  @Test func `that is cut anywhere is damage`() {
    let bytes = TrackColumns.pack(SampleRows.drive(60, seed: 1))
    for count in 0..<bytes.count {
      #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(Array(bytes[..<count])) }
    }
    #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(bytes + [0]) }
    let plain = Array(bytes.dropLast(4))
    for count in 0..<plain.count {
      #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(sealed(plain[..<count])) }
    }
    #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(sealed(plain + [0])) }
  }

  @Test func `with a turned bit is damage`() throws {
    let bytes = TrackColumns.pack(SampleRows.drive(60, seed: 1))
    for bit in 0..<(8 * bytes.count) {
      var turned = bytes
      turned[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: TrackColumns.Damage.self, "bit \(bit)") { try TrackColumns.unpack(turned) }
    }
    // The usual CRC-32, of no rows: the version, their number and a column of NULLs each.
    let columns = [UInt8](repeating: 16, count: TrackRow.columnCount + 2)
    #expect(TrackColumns.pack([]) == [1, 0] + columns + [0x95, 0xA7, 0x07, 0xCE])
  }

  @Test func `with turned bits and a right checksum is damage or rows, and never a trap`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let whole = TrackColumns.pack(
      (0..<30).map { number in
        TrackColumns.Entry(number: number, monotonic: number * 1000, row: SampleRows.any(&random))
      })
    for _ in 0..<3000 {
      var bytes = whole.dropLast(4)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      if let rows = try? TrackColumns.unpack(sealed(bytes)) {
        #expect(rows.count <= TrackColumns.mostRows, "seed \(seed)")
      }
    }
  }

  @Test func `of a number of rows that no packer writes is refused before memory is taken`() {
    // 2⁶³ rows, in ten bytes.
    let bytes: [UInt8] = [1] + [UInt8](repeating: 0x80, count: 9) + [0]
    #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(sealed(bytes[...])) }
    #expect(throws: TrackColumns.Damage.self) { try TrackColumns.unpack(sealed([1, 0x81, 0x80, 0x04])) }
  }

  @Test func `keeps its form: a store of today is read by programs of later`() throws {
    let bytes = TrackColumns.pack(SampleRows.drive(3, seed: 7))
    #expect(try TrackColumns.unpack(bytes).count == 3 && bytes[0] == 1 && bytes[1] == 3)
    for version in [0, 2, 255] as [UInt8] {
      let other = sealed([version] + bytes.dropFirst().dropLast(4))
      #expect(throws: TrackColumns.Damage(offset: 0)) { try TrackColumns.unpack(other) }
    }
  }
}

@Suite struct `A set of numbers as ranges` {
  /// As a set of numbers, so that both can be compared.
  private func numbers(_ ranges: NumberRanges) -> Set<Int64> { Set(ranges.ranges.flatMap { Array($0) }) }

  /// Whether the ranges are in order, and none could be joined with the next one.
  private func isTidy(_ ranges: NumberRanges) -> Bool {
    zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound }
  }

  @Test func `answers like a set, whatever is added and removed`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var (ranges, set) = (NumberRanges(), Set<Int64>())
      var other = NumberRanges()
      for _ in 0..<40 {
        let low = Int64.random(in: -30...30, using: &random)
        let range = low...(low + Int64.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          ranges.remove(range)
          set.subtract(range)
        case 1:
          other.insert(range)
          ranges.formUnion(other)
          set.formUnion(numbers(other))
        default:
          ranges.insert(range)
          set.formUnion(range)
        }
        let asked = low - 5...low + 20
        #expect(numbers(ranges) == set && isTidy(ranges) && ranges.count == UInt64(set.count), "seed \(seed)")
        #expect(ranges.isEmpty == set.isEmpty && ranges.contains(low) == set.contains(low), "seed \(seed)")
        #expect(numbers(ranges.missing(in: asked)) == Set(asked).subtracting(set), "seed \(seed)")
      }
    }
  }

  @Test func `holds the least and the greatest number`() {
    var ranges = NumberRanges()
    ranges.insert(.max ... .max)
    ranges.insert(.min ... .min)
    #expect(ranges.count == 2 && ranges.contains(.max) && ranges.contains(.min) && !ranges.contains(0))
    ranges.insert(.min + 1 ... .max - 1)
    #expect(ranges.ranges == [.min ... .max])
    ranges.remove(0...0)
    #expect(
      ranges.ranges == [.min ... -1, 1 ... .max] && ranges.missing(in: .min ... .max).ranges == [0...0])
  }
}
