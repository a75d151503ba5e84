import Foundation
import TestSupport
import Testing

@testable import UBX

@Suite(
  .enabled(
    if: Oracle.python != nil,
    "pyubx2 is not to be had, or the recordings are not beside the project."))
struct `Each field that is read` {
  /// Forms that the names are not for, since a program needs no second list of them.
  private func isShort(_ answer: Oracle.Answer) -> Bool {
    let lengths = ["CFG-MSG": 8, "CFG-NMEA": 20, "CFG-PM2": 48, "SEC-UNIQID": 9]
    return lengths[answer.kind].map { $0 != answer.length } ?? false
  }

  /// Kinds and lengths that pyubx2 1.4.0 reads with another layout than the receivers that sent them.
  private func isMisread(_ answer: Oracle.Answer) -> Bool {
    switch answer.kind {
    case "MON-RF": (answer.length - 4) % 24 != 0
    case "MON-HW": answer.length != 60
    case "NAV-PVT": answer.length < 92
    case "NAV-HPPOSLLH", "NAV-HPPOSECEF": true
    default: false
    }
  }

  /// Compares a whole file, and answers how many fields of which kinds were compared.
  private func compare(_ file: URL) throws -> (fields: Int, kinds: Set<String>) {
    let messages = Dictionary(
      uniqueKeysWithValues: (Oracle.frames(of: file) ?? []).map { ($0.at, $0.message) })
    var fields = 0
    var kinds: Set<String> = []
    for answer in try Oracle.answers(file) where !isMisread(answer) && !isShort(answer) {
      let message = try #require(messages[answer.at], "\(answer.kind) at \(answer.at)")
      guard let names = OracleNames.all[answer.kind] else { continue }
      let values = try #require(message.fields, "\(answer.kind) at \(answer.at) has no type")
      let comparison = FieldComparison(values, answer.fields, names: names)
      #expect(comparison.differences == [], "\(answer.kind) at \(answer.at) of \(file.lastPathComponent)")
      fields += comparison.compared
      kinds.insert(answer.kind)
    }
    return (fields, kinds)
  }

  @Test(arguments: Oracle.recordings) func `of a recording is what pyubx2 reads`(file: URL) throws {
    let result = try compare(file)
    let known = (Oracle.frames(of: file) ?? []).contains { $0.message.fields != nil }
    #expect(result.fields > 0 || !known, "\(file.lastPathComponent): nothing was compared")
  }

  @Test func `of any bytes is what pyubx2 reads`() throws {
    var random = SeededGenerator()
    var bytes: [UInt8] = []
    for shape in PayloadShape.all {
      for _ in 0..<20 { bytes += MessageFrame.wrap(shape.kind, shape.payload(&random)) }
    }
    let folder = try TestFolder()
    let file = URL(filePath: folder.file("all.ubx"))
    try Data(bytes).write(to: file)
    let result = try compare(file)
    // The rest is not read by pyubx2 as what a receiver says, or holds bytes that only a program takes apart.
    let untried = Set(OracleNames.all.keys).subtracting(result.kinds)
    #expect(untried.isSubset(of: ["NAV-HPPOSLLH", "NAV-HPPOSECEF"]), "seed \(seed): \(untried.sorted())")
  }
}
