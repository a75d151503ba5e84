import FoundationEssentials
import GPSBridgeFuzz
import Testing

extension Harness {
  /// The kept inputs, in the order of their names.
  fileprivate func inputs() throws -> [URL] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.appending(path: "Fuzz/Corpora/\(rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { folder.appending(path: $0) }
  }
}

/// Inputs that once led the fuzzer to new code; each build checks them without libFuzzer.
///
/// A broken promise ends the process, and so does the address sanitizer: each harness has a process of its own.
@Suite(.timeLimit(.minutes(10))) struct `The kept inputs of the fuzzer` {
  @Test(arguments: Harness.allCases) func `break no promise of a harness`(_ harness: Harness) async throws {
    let note = FileManager.default.temporaryDirectory
      .appending(path: "gpsbridge-kept-\(ProcessInfo.processInfo.processIdentifier)-\(harness.rawValue)")
    defer { try? FileManager.default.removeItem(at: note) }
    #expect(try harness.inputs().count >= 10)

    let result = await #expect(processExitsWith: .exitCode(0)) { [harness, path = note.path as String] in
      for input in try harness.inputs() {
        // The last name is that of the input which ended the process.
        try Data(input.lastPathComponent.utf8).write(to: URL(filePath: path))
        harness.shake([UInt8](try Data(contentsOf: input)))
      }
    }
    if result == nil {
      let name = String(decoding: (try? Data(contentsOf: note)) ?? Data(), as: UTF8.self)
      Issue.record("The input was \(harness.rawValue)/\(name)")
    }
  }
}
