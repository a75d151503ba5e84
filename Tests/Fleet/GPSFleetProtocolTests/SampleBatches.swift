import GNSS
import GPSTrackRows
import TestSupport

@testable import GPSFleetProtocol

enum SampleBatches {
  /// A drive of one fix a second, as receivers report it.
  static func drive(_ count: Int, seed: UInt64, from first: Int64 = 1) -> [TrackColumns.Entry] {
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
      (fix.dilution.horizontal, fix.dilution.vertical) = (0.84, 1.21)
      fix.errors = ErrorEstimate(horizontal: 1.7, vertical: 2.9, source: .dilution)
      fix.satellitesUsed = 12
      let milliseconds = (start + Int64(second)) * 1000 + 140 + Int64.random(in: -6...6, using: &random)
      let row = TrackRow(
        fix, signal: 38 + Double(second / 15 % 3) / 2, received: TrackRow.instant(milliseconds))
      return TrackColumns.Entry(
        number: first + Int64(second), monotonic: milliseconds - start * 1000 - 90, row: row)
    }
  }

  static let installation = (0..<16).map { UInt8($0 * 7 + 1) }

  static func minute(seed: UInt64 = 1) -> FleetBatch {
    FleetBatch(
      installation: installation, epoch: 217_315_200, numbers: 1201...1260,
      fixes: drive(60, seed: seed, from: 1201))
  }

  /// A batch with each kind of record.
  static func mixed() -> FleetBatch {
    var batch = minute()
    batch.numbers = 1195...1300
    batch.thinning = .within(centimeters: 200)
    batch.records = [
      TrackRecord(
        number: 1195, content: .event(at: 1_795_000_000_123), kind: "opened",
        detail: "/dev/ttyACM0 \"x\"\n\u{1B}"),
      TrackRecord(
        number: 1261, content: .gap(from: 1_795_000_060_000, to: 1_795_000_100_000), kind: "no_sky",
        detail: "antenna_fault"),
      TrackRecord(number: 1262, content: .dropped(last: 1290, at: -1), kind: "disk_full"),
    ]
    return batch
  }

  /// A batch of any content that can be written.
  static func any(_ random: inout SeededGenerator) -> FleetBatch {
    let first = Int64.random(in: 1...(1 << Int64.random(in: 1...52, using: &random)), using: &random)
    let count = Int.random(in: 0...30, using: &random)
    let fixes = drive(count, seed: random.next(), from: first)
    var records: [TrackRecord] = []
    var last = first
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let time = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
      let content: TrackRecord.Content =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .event(at: time)
        case 1: .gap(from: time, to: 0)
        default: .dropped(last: last + 3, at: time)
        }
      let kind = ["no_sky", "unplugged", "ü"].randomElement(using: &random) ?? ""
      let record = TrackRecord(
        number: last, content: content, kind: kind,
        detail: Bool.random(using: &random) ? "\u{202E}\"\\x\t" : nil)
      records.append(record)
      last = record.lastNumber + Int64.random(in: 1...9, using: &random)
    }
    let size = UInt32.random(in: 0 ... .max, using: &random)
    let thinning: FleetBatch.Thinning =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .none
      case 1: .within(centimeters: size)
      default: .every(milliseconds: size)
      }
    return FleetBatch(
      installation: (0..<16).map { _ in .random(in: 0 ... .max, using: &random) },
      epoch: .random(in: 0 ... .max, using: &random), numbers: first...(max(last, first + 30)),
      thinning: thinning, fixes: fixes, records: records)
  }
}
