import Foundation
import GNSS
import TestSupport
import Testing

/// Recordings of real receivers.
///
/// They lie beside the package and are not part of it.
enum RecordingShelf {
  private static let package = URL(filePath: ProjectFolder.path)
  private static let folder = package.deletingLastPathComponent().appending(path: "shared/corpus/dev")

  /// The bytes of the project's own recording.
  static func own() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: package.appending(path: "Tests/Recordings/morning-walk.nmea")))
  }

  /// Whether there are any.
  static var isHere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// The names of all.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".log") }
      .map { String($0.dropLast(4)) }.sorted()
  }

  /// The bytes of one.
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name + ".log")))
  }

  /// The outcome of decoding one.
  static func outputs(_ name: String) throws -> [DecodedOutput] { decode(try bytes(name)) }

  /// The epochs of one.
  static func fixes(_ name: String) throws -> [Fix] { try outputs(name).fixes }

  /// The skies of one.
  static func skies(_ name: String) throws -> [Sky] { try outputs(name).skies }

  /// The lines of one that contain a text.
  static func lines(_ name: String, with text: String) throws -> [String] {
    String(decoding: try bytes(name), as: UTF8.self).split(whereSeparator: \.isNewline).map {
      String($0)
    }.filter { $0.contains(text) }
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs where the recordings are.
  static var needsRecordings: Self {
    .enabled(if: RecordingShelf.isHere, "needs the recordings in ../shared/corpus/dev beside the package")
  }
}
