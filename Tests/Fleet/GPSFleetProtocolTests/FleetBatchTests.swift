import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetProtocol

@Suite struct `A batch` {
  @Test func `of a minute takes at most 8.5 bytes a fix`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let batch = SampleBatches.minute(seed: seed)
      let bytes = batch.bytes
      #expect(Double(bytes.count) / 60 <= 8.5, "\(bytes.count) bytes, seed \(seed)")
      #expect(try FleetBatch(bytes) == batch)
    }
  }

  @Test func `gives back fixes, events, gaps and losses`() throws {
    #expect(try FleetBatch(SampleBatches.mixed().bytes) == SampleBatches.mixed())
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let batch = SampleBatches.any(&random)
      #expect(try FleetBatch(batch.bytes) == batch, "seed \(seed)")
      #expect(FleetBatch.head(of: batch.bytes)?.numbers == batch.numbers, "seed \(seed)")
    }
  }

  @Test func `may have no entry, since thinned numbers are not missing`() throws {
    let batch = FleetBatch(
      installation: SampleBatches.installation, epoch: 1, numbers: 1...90_000,
      thinning: .every(milliseconds: 5000), fixes: [])
    #expect(try FleetBatch(batch.bytes) == batch)
  }

  @Test func `that is cut anywhere is damaged`() {
    let bytes = SampleBatches.mixed().bytes
    for count in 0..<bytes.count {
      #expect(throws: FleetBatch.Fault.damaged) { try FleetBatch(Array(bytes[..<count])) }
    }
    #expect(throws: FleetBatch.Fault.damaged) { try FleetBatch(bytes + [0]) }
  }

  @Test func `with a turned bit is damaged`() {
    let bytes = SampleBatches.mixed().bytes
    for bit in 0..<(8 * bytes.count) {
      var turned = bytes
      turned[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: FleetBatch.Fault.damaged, "bit \(bit)") { try FleetBatch(turned) }
    }
  }

  @Test func `of a later version, or with a flag of one, is refused by name, and still shows its numbers`() {
    // Byte 29 is the version of the columns.
    for (place, value, fault) in [
      (2, 2, .version), (29, 2, .version), (3, 3, .flags), (3, 4, .flags), (3, 128, .flags),
    ] as [(Int, UInt8, FleetBatch.Fault)] {
      var bytes = SampleBatches.minute().bytes
      bytes[place] = value
      let sealed = Self.sealed(bytes)
      #expect(throws: fault) { try FleetBatch(sealed) }
      #expect(FleetBatch.head(of: sealed)?.numbers == 1201...1260)
      #expect(FleetBatch.head(of: sealed)?.epoch == 217_315_200)
    }
  }

  @Test func `with a right sum and anything else wrong is refused, and never a trap`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let whole = SampleBatches.mixed().bytes
    var refused = 0
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[.random(in: 2..<(bytes.count - 4), using: &random)] = .random(in: 0 ... .max, using: &random)
      }
      do { _ = try FleetBatch(Self.sealed(bytes)) } catch { refused += 1 }
    }
    #expect(refused > 2000, "\(refused), seed \(seed)")
  }

  @Test func `has its numbers in order, and within its range`() {
    for change: (inout FleetBatch) -> Void in [
      { $0.numbers = 1202...1300 }, { $0.numbers = 1195...1259 }, { $0.fixes.swapAt(0, 1) },
      { $0.fixes[1].number = $0.fixes[0].number }, { $0.records.swapAt(0, 1) }, { $0.numbers = 1195...1289 },
      { $0.records[1].number = 1195 },
    ] {
      var batch = SampleBatches.mixed()
      change(&batch)
      #expect(throws: FleetBatch.Fault.numbers) { try FleetBatch(batch.bytes) }
    }
    for numbers in [0...5, 1...(1 << 53 + 1)] as [ClosedRange<Int64>] {
      let batch = FleetBatch(installation: SampleBatches.installation, epoch: 1, numbers: numbers, fixes: [])
      #expect(throws: FleetBatch.Fault.numbers) { try FleetBatch(batch.bytes) }
    }
  }

  @Test func `of more rows or bytes than are read is refused before memory is taken`() {
    #expect(throws: FleetBatch.Fault.tooLarge) { try FleetBatch([UInt8](repeating: 71, count: 10_000_000)) }
    let many = FleetBatch(
      installation: SampleBatches.installation, epoch: 1, numbers: 1...5000,
      fixes: SampleBatches.drive(4097, seed: 1))
    #expect(throws: FleetBatch.Fault.tooLarge) { try FleetBatch(many.bytes) }
    // 65,536 rows of zeros in a few bytes.
    let zeros: [UInt8] =
      [1, 0x80, 0x80, 0x04] + (0..<19).flatMap { _ in [0, 0, 0xFF, 0xFF, 0x03] as [UInt8] }
    let columns = zeros + Self.sum(of: zeros)
    var bytes = Array(many.bytes[..<24]) + [1, 0x80, 0x80, 0x04]
    bytes += [UInt8(columns.count)] + columns + [0]
    #expect(throws: FleetBatch.Fault.tooLarge) { try FleetBatch(bytes + Self.sum(of: bytes)) }
  }

  @Test func `has records that nest, or are too long, refused`() {
    for line in [
      String(repeating: "[", count: 10_000),
      "{\"type\":\"event\",\"seq\":1201,\"at\":1,\"kind\":\"\(String(repeating: "x", count: 65))\"}",
      "{\"type\":\"event\",\"seq\":1201,\"at\":1e300,\"kind\":\"x\"}",
      "{\"type\":\"other\",\"seq\":1201,\"at\":1,\"kind\":\"x\"}",
      "{\"type\":\"event\",\"seq\":0,\"at\":1,\"kind\":\"x\"}",
      "{\"type\":\"event\",\"seq\":1201,\"at\":1,\"kind\":\"x\"",
      "{\"type\":\"dropped\",\"seq\":1201,\"last\":1200,\"at\":1,\"kind\":\"x\"}", "",
    ] {
      let whole = SampleBatches.minute().bytes
      var bytes = Array(whole.dropLast(5))
      var rest = line.utf8.count + 1
      while rest >= 128 {
        bytes.append(UInt8(rest & 127) | 128)
        rest >>= 7
      }
      bytes += [UInt8(rest)] + Array(line.utf8) + [10]
      #expect(throws: FleetBatch.Fault.damaged, "\(line.prefix(80))") {
        try FleetBatch(bytes + Self.sum(of: bytes))
      }
    }
  }

  @Test func `keeps its form: a device of today is read by collectors of later`() throws {
    let batch = FleetBatch(
      installation: SampleBatches.installation, epoch: 0x0CF3_F400, numbers: 300...301,
      thinning: .within(centimeters: 200),
      fixes: [], records: [TrackRecord(number: 300, content: .event(at: 5), kind: "opened")])
    let head: [UInt8] =
      [71, 66, 1, 1] + SampleBatches.installation + [0, 0xF4, 0xF3, 0x0C, 0xAC, 0x02, 1, 0xC8, 1]
    let line = Array("{\"type\":\"event\",\"seq\":300,\"at\":5,\"kind\":\"opened\"}\n".utf8)
    let bytes = head + [25] + TrackColumns.pack([]) + [UInt8(line.count)] + line
    #expect(batch.bytes == bytes + Self.sum(of: bytes))
  }

  static func sum(of bytes: [UInt8]) -> [UInt8] {
    let sum = TrackColumns.checksum(bytes[...])
    return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
  }

  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let body = Array(bytes.dropLast(4))
    return body + sum(of: body)
  }
}
