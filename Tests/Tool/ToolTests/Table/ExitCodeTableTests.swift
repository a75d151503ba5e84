import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `Every exit code` {
  /// Those that need a receiver, and the test that makes the built program end with each.
  private static let proofs: [(code: ExitCode, file: String, name: String)] = [
    (.permissionDenied, "Live/LiveExitTests.swift", "is 4 where the port may not be opened"),
    (.busy, "Live/LiveExitTests.swift", "is 5 where somebody has the port, with who that is"),
    (.lost, "Live/LiveExitTests.swift", "is 8 where the device goes and does not come back"),
    (.unreachable, "Live/LiveExitTests.swift", "is 10 where a server does not answer, in each verb"),
    (.needsYou, "Doctor/DoctorCommandTests.swift", "ends with 12 for a port that is not there"),
    (
      .onlyWarnings, "Doctor/DoctorCommandTests.swift",
      "ends with 13 for warnings where strictness is asked for, and with 0 otherwise"
    ),
  ]

  @Test func `ends a run in a transcript or in the test that is named for it`() throws {
    let folder = Places.root + "/Tests/Tool/ToolTests"
    func text(_ path: String) throws -> String {
      String(decoding: try Places.bytes(of: "\(folder)/\(path)"), as: UTF8.self)
    }
    let transcripts = try ["wrong", "exit-codes", "absent-ports", "export-errors", "configure"].map {
      try text("Snapshots/\($0).txt")
    }.joined()
    for code in ExitCode.allCases where !Self.proofs.contains(where: { $0.code == code }) {
      #expect(transcripts.contains("\n= \(code.rawValue)\n"), "\(code)")
    }
    for proof in Self.proofs {
      let parts = try text(proof.file).split(separator: "func `\(proof.name)`")
      let rest = try #require(parts.dropFirst().first, "\(proof.file) has no test: \(proof.name)")
      let body = rest.split(separator: "\n  @Test").first
      #expect(body?.contains("exit == \(proof.code.rawValue)") == true, "\(proof.name)")
    }
  }
}
