import Foundation
import TestSupport

@testable import UBX

/// What pyubx2, which other people wrote, reads in the same bytes.
///
/// The program that asks it is shared data beside the project; pyubx2 is put in a virtual environment of its own.
enum Oracle {
  private static let shared =
    ProcessInfo.processInfo.environment["GPSBRIDGE_SHARED"].map { URL(filePath: $0) }
    ?? URL(filePath: ProjectFolder.path).appending(path: "../shared").standardizedFileURL
  private static let program = shared.appending(path: "corpus2/ubx_oracle.py")
  private static let home = URL(filePath: ProjectFolder.path + "/.build/ubx-oracle")

  /// The Python that has pyubx2, or nil where there is no oracle to be asked.
  static let python: String? = {
    guard FileManager.default.fileExists(atPath: program.path) else { return nil }
    let python = home.appending(path: "bin/python").path
    let hasModule = { output(of: python, ["-c", "import pyubx2"]) != nil }
    if FileManager.default.isExecutableFile(atPath: python), hasModule() { return python }
    guard output(of: "/usr/bin/env", ["python3", "-m", "venv", home.path]) != nil,
      output(of: python, ["-m", "pip", "install", "--quiet", "pyubx2==1.4.0"]) != nil, hasModule()
    else { return nil }
    return python
  }()

  /// The recordings beside the project that hold messages, by their sync bytes.
  static let recordings: [URL] = ["corpus/dev", "corpus2/dev"].flatMap { folder -> [URL] in
    let place = shared.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return names.filter { $0.hasSuffix(".log") }.sorted().map { place.appending(path: $0) }
  }.filter { !(frames(of: $0) ?? []).isEmpty }

  /// A message of a recording and what the oracle says of it.
  struct Answer {
    var at: Int
    var kind: String
    var length: Int
    var fields: [String: Any]
  }

  /// All messages that the oracle finds in a file and can read.
  static func answers(_ file: URL) throws -> [Answer] {
    guard let python, let output = output(of: python, [program.path, file.path]) else { throw Unexpected() }
    return try output.split(separator: "\n").compactMap { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let at = object["at"] as? Int, let kind = object["kind"] as? String,
        let length = object["length"] as? Int, let fields = object["fields"] as? [String: Any]
      else { return nil }
      return Answer(at: at, kind: kind, length: length, fields: fields)
    }
  }

  /// The messages of a file, with the places where they begin.
  static func frames(of file: URL) -> [(at: Int, message: Message)]? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    let bytes = [UInt8](data)
    var frames: [(at: Int, message: Message)] = []
    var place = 0
    while place < bytes.count {
      let rest = bytes.span.extracting(place..<bytes.count)
      guard case .message(let frame) = MessageFrame.recognize(rest) else {
        place += 1
        continue
      }
      frames.append((place, Message(frame, rest)))
      place += frame.length
    }
    return frames
  }

  /// What a program prints, or nil if it fails or is not there.
  private static func output(of program: String, _ arguments: [String]) -> String? {
    guard let run = try? OtherProgram(program, arguments), run.status == 0 else { return nil }
    return run.output
  }
}
