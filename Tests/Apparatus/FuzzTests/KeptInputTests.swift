import FoundationEssentials
import GPSBridgeFuzz
import Testing

private struct Unreadable: Error { let line: Substring }

extension Harness {
  /// The kept inputs, each a line of a name and base64; none without the file.
  fileprivate func inputs() throws -> [(name: String, bytes: [UInt8])] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let archive = try? Data(contentsOf: tests.appending(path: "GPSBridgeFuzz/Corpora/\(rawValue).txt"))
    return try String(decoding: archive ?? Data(), as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let bytes = Data(base64Encoded: parts[1]) else { throw Unreadable(line: line) }
      return (parts[0], [UInt8](bytes))
    }
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
    let names = try harness.inputs().map(\.name)
    #expect(names.count >= 10, "Corpora/\(harness.rawValue).txt is missing or has too few inputs")
    #expect(
      names == Set(names).sorted(), "Corpora/\(harness.rawValue).txt is not sorted, or has a name twice")

    let result = await #expect(processExitsWith: .exitCode(0)) { [harness, path = note.path as String] in
      for input in try harness.inputs() {
        // The last name is that of the input which ended the process.
        try Data(input.name.utf8).write(to: URL(filePath: path))
        harness.shake(input.bytes)
      }
    }
    if result == nil {
      let name = String(decoding: (try? Data(contentsOf: note)) ?? Data(), as: UTF8.self)
      Issue.record("The input was \(harness.rawValue)/\(name)")
    }
  }
}
