import Foundation
import GNSS
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetProtocol

@Suite struct `A batch as JSON` {
  private func text(_ batch: FleetBatch) -> String { String(decoding: batch.message(.json), as: UTF8.self) }

  @Test func `is read as the same batch as the packed one`() throws {
    #expect(try FleetBatch(SampleBatches.mixed().message(.json)) == SampleBatches.mixed())
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let batch = SampleBatches.any(&random)
      let bytes = batch.message(.json)
      #expect(try FleetBatch(bytes) == FleetBatch(batch.message(.compact)), "seed \(seed)")
      #expect(FleetBatch.head(of: bytes)?.numbers == batch.numbers, "seed \(seed)")
    }
  }

  @Test func `has each value of a row, also at its limits`() throws {
    let limits: [[ClosedRange<Int64>]] = [
      [-62_135_596_800_000...253_402_300_799_999], [-315_537_897_599_999...315_537_897_599_999],
      [-900_000_000...900_000_000], [-1_800_000_000...1_800_000_000], [0...9999],
      [-2_147_483_647...2_147_483_647], [-32_767...32_767], [-2_147_483_647...2_147_483_647], [0...35_999],
      [-2_147_483_647...2_147_483_647], [-2_147_483_647...2_147_483_647], [-2_147_483_647...2_147_483_647],
      [0...254], [0...65_534], [0...65_534], [0...254], [0...32_767],
    ]
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for round in 0..<2000 {
      var columns = limits.map { ranges -> Int64? in
        let range = ranges[0]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return range.lowerBound
        case 1: return range.upperBound
        default: return Int64.random(in: range, using: &random)
        }
      }
      for place in 2..<16 where Int.random(in: 0..<4, using: &random) == 0 { columns[place] = nil }
      if columns[2] == nil || columns[3] == nil { (columns[2], columns[3], columns[4]) = (nil, nil, nil) }
      let row = try #require(TrackRow(columns: columns), "round \(round), seed \(seed)")
      let entry = TrackColumns.Entry(number: 1 << 53, monotonic: Int64(round) - 1000, row: row)
      let batch = FleetBatch(
        installation: SampleBatches.installation, epoch: .max, numbers: (1 << 53)...(1 << 53), fixes: [entry])
      #expect(try FleetBatch(batch.message(.json)) == batch, "\(text(batch)), seed \(seed)")
    }
  }

  @Test func `has the keys of our fix records`() throws {
    var batch = SampleBatches.minute()
    batch.fixes = Array(batch.fixes.prefix(1))
    batch.thinning = .within(centimeters: 200)
    let text = text(batch)
    #expect(
      text.hasPrefix(
        """
        {"type":"batch","v":1,"installation":"01080f161d242b323940474e555c636a","epoch":217315200,"first":1201,\
        "last":1260,"within_cm":200,"fixes":[{"type":"fix","seq":1201,"t":1795000000000,"time":"2026-11-18T11:06:40.000Z",\
        "lat":47.6
        """), "\(text)")
    for key in [
      "lon\":9.4", "alt_msl_m\":40", "geoid_m\":47.30", "speed_mps\":", "course_deg\":", "h_acc_m\":1.700",
      "sats_used\":12", "cn0_dbhz\":38.0", "mono_ms\":", "lag_ms\":", "flags\":", "hdop\":0.84",
    ] { #expect(text.contains("\"" + key), "\(key): \(text)") }
  }

  @Test func `that is cut, changed, nested or foreign is refused, and never a trap`() throws {
    let bytes = SampleBatches.mixed().message(.json)
    for count in 1..<bytes.count {
      #expect(throws: FleetBatch.Fault.damaged) { try FleetBatch(Array(bytes[..<count])) }
    }
    let begin = try #require(text(SampleBatches.mixed()).range(of: "\"fixes\":")?.upperBound)
    let shortest = text(SampleBatches.mixed())[..<begin].utf8.count
    #expect(FleetBatch.head(of: Array(bytes[..<shortest]))?.numbers == 1195...1300)
    #expect(FleetBatch.head(of: Array(bytes[..<(shortest - 12)])) == nil)
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<2000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          changed[.random(in: changed.indices, using: &random)] = .random(in: 0 ... .max, using: &random)
        case 1: changed.remove(at: .random(in: changed.indices, using: &random))
        default:
          let place = Int.random(in: changed.indices, using: &random)
          let word = Array(
            ["[", "{", "\"", "9999999999", "null", "-", "e300", ",", "}"].randomElement(using: &random)!.utf8)
          changed.insert(contentsOf: word, at: place)
        }
      }
      do {
        let batch = try FleetBatch(changed)
        // What is accepted is a batch that could have been written.
        #expect(try FleetBatch(batch.message(.compact)) == batch, "seed \(seed)")
      } catch { refused += 1 }
    }
    #expect(refused > 1000, "\(refused), seed \(seed)")
    for text in [
      "{", "{}", "{\"type\":\"batch\"}", String(repeating: "{\"type\":", count: 5000),
      "{\"type\":\"fix\",\"v\":1,\"epoch\":1,\"first\":1,\"last\":1,\"fixes\":[],\"records\":[]}",
    ] { #expect(throws: FleetBatch.Fault.damaged) { try FleetBatch(Array(text.utf8)) } }
  }

  @Test(arguments: [("x", 64, 500), ("é", 32, 250), ("👩‍👩‍👧‍👦", 2, 20)])
  func `has as much of long words as can be read`(letter: String, kind: Int, detail: Int) throws {
    var batch = SampleBatches.mixed()
    let long = String(repeating: letter, count: 2000)
    batch.records[0].kind = long
    batch.records[0].detail = long
    let read = try FleetBatch(batch.message(.compact)).records[0]
    #expect(long.unicodeScalars.starts(with: read.kind.unicodeScalars))
    #expect(
      (kind...kind + 1).contains(read.kind.count) && (detail...detail + 1).contains(read.detail?.count ?? 0))
    #expect(try FleetBatch(batch.message(.json)).records[0] == read)
  }

  @Test(
    arguments: [
      ("\"v\":1", "\"v\":2", .version), ("\"v\":1", "\"v\":\"1\"", .damaged),
      ("\"first\":1195", "\"first\":0", .numbers), ("\"first\":1195", "\"first\":1301", .numbers),
      ("\"last\":1300", "\"last\":9007199254740995", .numbers), ("\"last\":1300", "\"last\":1259", .numbers),
      ("\"within_cm\":200", "\"within_cm\":-1", .flags),
      ("\"within_cm\":200", "\"within_cm\":1,\"every_ms\":1", .flags),
      ("\"fixes\":[", "\"fixes\":[5,", .damaged), ("\"fixes\":[", "\"fixes\":null,\"x\":[", .damaged),
      ("\"records\":[", "\"records\":[{},", .damaged),
      ("\"installation\":\"01", "\"installation\":\"0g", .damaged),
      ("\"seq\":1201,\"t\"", "\"seq\":1203,\"t\"", .numbers),
      ("\"sats_used\":12", "\"sats_used\":300", .damaged),
      ("\"lat\":47", "\"lat\":97", .damaged),
      ("\"sats_used\":12", "\"sats_used\":-9223372036854775808", .damaged),
      ("\"sats_used\":12", "\"sats_used\":1e999", .damaged),
    ] as [(String, String, FleetBatch.Fault)])
  func `with a wrong value is refused with its reason`(part: String, other: String, fault: FleetBatch.Fault)
    throws
  {
    let whole = text(SampleBatches.mixed())
    let range = try #require(whole.range(of: part))
    let changed = Array(whole.replacingCharacters(in: range, with: other).utf8)
    #expect(throws: fault) { try FleetBatch(changed) }
    // The device receives the reason with its numbers.
    let head = FleetBatch.head(of: changed)
    #expect(other.contains("first") || other.contains("last") || head?.numbers == 1195...1300)
  }

  @Test func `of more positions or bytes than are read is refused`() {
    let many = FleetBatch(
      installation: SampleBatches.installation, epoch: 1, numbers: 1...5000,
      fixes: SampleBatches.drive(4097, seed: 1))
    #expect(throws: FleetBatch.Fault.tooLarge) { try FleetBatch(many.message(.json)) }
    let zeros = String(repeating: "0,", count: 5000)
    let text = text(SampleBatches.minute()).replacingOccurrences(
      of: "\"fixes\":[", with: "\"fixes\":[\(zeros)")
    #expect(throws: FleetBatch.Fault.tooLarge) { try FleetBatch(Array(text.utf8)) }
  }
}
