import BinaryFramesFuzz
import FixDecoderFuzz
import FoundationEssentials
import NMEAFuzz
import RecordingFuzz
import ServiceFuzz
import SimulationFuzz
import Testing
import ToolFuzz
import UBXFuzz

/// A harness and the folder of its inputs in `Tests/Fuzz/Corpora`.
enum Harness: String, CaseIterable, Codable {
  case nmea = "NMEAFuzz"
  case ubx = "UBXFuzz"
  case binaryFrames = "BinaryFramesFuzz"
  case fixDecoder = "FixDecoderFuzz"
  case recording = "RecordingFuzz"
  case service = "ServiceFuzz"
  case simulation = "SimulationFuzz"
  case tool = "ToolFuzz"

  /// The kept inputs, in the order of their names.
  func inputs() throws -> [URL] {
    let corpora = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = corpora.appending(path: "Corpora/\(rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { folder.appending(path: $0) }
  }

  func shake(_ bytes: [UInt8]) {
    switch self {
    case .nmea: NMEAFuzz.shake(bytes)
    case .ubx: UBXFuzz.shake(bytes)
    case .binaryFrames: BinaryFramesFuzz.shake(bytes)
    case .fixDecoder: FixDecoderFuzz.shake(bytes)
    case .recording: RecordingFuzz.shake(bytes)
    case .service: ServiceFuzz.shake(bytes)
    case .simulation: SimulationFuzz.shake(bytes)
    case .tool: ToolFuzz.shake(bytes)
    }
  }
}

/// Inputs that once were of use to the fuzzer are read by each build, without libFuzzer.
///
/// A broken promise ends the process, and so does the address sanitizer: each harness has one of its own.
@Suite(.timeLimit(.minutes(10))) struct `The kept inputs of the fuzzer` {
  @Test(arguments: Harness.allCases) func `break no promise of a harness`(_ harness: Harness) async throws {
    let note = FileManager.default.temporaryDirectory
      .appending(path: "gpsbridge-kept-\(UInt64.random(in: 0 ... .max))")
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
