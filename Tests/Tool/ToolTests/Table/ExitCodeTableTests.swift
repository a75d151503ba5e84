import TestSupport
import Testing

@testable import GPSBridgeTool

/// Each code of the design, and the test that makes the built program end with it.
@Suite struct `Every exit code` {
  private struct Proof {
    let code: ExitCode
    /// A file of these tests, and a test in it.
    let file: String
    let name: String
    /// What it expects there: the number as the test writes it.
    let mark: String

    init(_ code: ExitCode, _ file: String, _ name: String, _ mark: String? = nil) {
      (self.code, self.file, self.name) = (code, file, name)
      self.mark = mark ?? "exit == \(code.rawValue)"
    }
  }

  private static let proofs = [
    Proof(.done, "ExitCodeTests.swift", "is 0 when all was read"),
    Proof(.unexpected, "ExitCodeTests.swift", "is 1 when the disk is full", "Program.wait(for: child) == 1"),
    Proof(.usage, "ExitCodeTests.swift", "is 2 when the command line is wrong"),
    Proof(.notFound, "Live/LiveExitTests.swift", "is 3 where none is plugged in, with what may be one"),
    Proof(.permissionDenied, "Live/LiveExitTests.swift", "is 4 where the port may not be opened"),
    Proof(.busy, "Live/LiveExitTests.swift", "is 5 where somebody has the port, with who that is"),
    Proof(.nothingKnown, "Live/LiveExitTests.swift", "is 6 where nothing that comes is known"),
    Proof(.notInTime, "Live/LiveExitTests.swift", "is 7 where there is no fix in time, with the reason"),
    Proof(.lost, "Live/LiveExitTests.swift", "is 8 where the device goes and does not come back"),
    Proof(
      .dataProblems, "Export/ExportErrorTests.swift",
      "is a recording with many bad sentences, after it was written"),
    Proof(.unreachable, "Live/LiveExitTests.swift", "is 10 where a server does not answer, in each verb"),
    Proof(
      .refused, "Configure/ConfigureCommandTests.swift",
      "that does not listen is told as not confirmed, with the status 11"),
    Proof(.needsYou, "Doctor/DoctorCommandTests.swift", "ends with 12 for a port that is not there"),
    Proof(
      .onlyWarnings, "Doctor/DoctorCommandTests.swift",
      "ends with 13 for warnings where strictness is asked for, and with 0 otherwise"),
  ]

  @Test func `has a test that reproduces it, and a command that can end with it`() {
    #expect(Set(Self.proofs.map(\.code)) == Set(ExitCode.allCases))
    #expect(Set(CommandTable.gpsbridge.commands.flatMap(\.exitCodes)) == Set(ExitCode.allCases))
  }

  @Test func `is expected in the test that is named for it`() throws {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    for proof in Self.proofs {
      let text = String(decoding: try Places.bytes(of: "\(folder)/\(proof.file)"), as: UTF8.self)
      let parts = text.ranges(of: "func `\(proof.name)`")
      let start = try #require(parts.first, "\(proof.file) has no test: \(proof.name)").upperBound
      let rest = text[start...]
      let body = rest[..<(rest.ranges(of: "\n  @Test").first?.lowerBound ?? rest.endIndex)]
      #expect(body.contains(proof.mark), "\(proof.name)")
    }
  }

  @Test func `is named by the help of each command that can end with it`() throws {
    for command in CommandTable.gpsbridge.commands {
      let page = try gpsbridge(command.name, "--help").output
      let list = page.split(separator: "exit status:").last ?? ""
      let named = list.split(separator: "\n").compactMap { line in
        line.split(separator: " ").first.flatMap { Int32($0) }
      }
      #expect(named == command.exitCodes.map(\.rawValue), "\(command.name)")
    }
  }
}
