import Foundation
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetProtocol

private let python = OtherProgram.path(of: "python3")

@Suite(.enabled(if: python != nil, "python3 is not installed")) struct `The reader of batches in Python` {
  @Test func `prints the head, each fix and each record`() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let batches =
      [SampleBatches.minute(), SampleBatches.mixed()] + (0..<6).map { _ in SampleBatches.any(&random) }
    for batch in batches {
      let printed = try Self.read(batch.bytes)
      let lines = try printed.output.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: NSObject])
      }
      let head = try #require(lines.first)
      #expect(
        head["epoch"] == batch.epoch as NSNumber && head["first"] == batch.numbers.lowerBound as NSNumber)
      #expect(head["last"] == batch.numbers.upperBound as NSNumber, "seed \(seed)")
      let hexadecimal = batch.installation.map { String(format: "%02x", $0) }.joined()
      #expect(head["installation"] == hexadecimal as NSString)
      let fixes = lines.dropFirst().filter { $0["type"] == nil }
      #expect(
        fixes.count == batch.fixes.count && lines.count == 1 + fixes.count + batch.records.count,
        "seed \(seed)")
      for (fix, entry) in zip(fixes, batch.fixes) {
        var expected: [String: NSObject] = [
          "seq": entry.number as NSNumber, "mono": entry.monotonic as NSNumber,
        ]
        for (name, value) in zip(TrackRow.columnNames, entry.row.columns) {
          expected[name] = value.map { $0 as NSNumber }
        }
        #expect(fix == expected, "seed \(seed)")
      }
      let records = lines.dropFirst().filter { $0["type"] != nil }
      #expect(records.map { $0["seq"] as? Int64 } == batch.records.map(\.number), "seed \(seed)")
    }
  }

  @Test func `refuses a batch that is cut or damaged`() throws {
    let bytes = SampleBatches.minute().bytes
    var turned = bytes
    turned[100] ^= 4
    for wrong in [Array(bytes.dropLast()), turned, [], Array("GB".utf8)] {
      #expect(try Self.read(wrong).status != 0)
    }
  }

  private static func read(_ bytes: [UInt8]) throws -> OtherProgram {
    try OtherProgram(python ?? "", [ProjectFolder.path + "/docs/fleet/read-batch.py"], input: bytes)
  }
}
