import TestSupport
import Glibc

/// The rules files as they lie in the source tree.
enum RulesFolder {
  static let root = ProjectFolder.path
  static let path = root + "/udev-rules"
  static let main = "61-gpsbridge.rules"
  static let autostart = "62-gpsbridge-autostart.rules"

  static func text(_ name: String) throws -> String { try contents(of: path + "/" + name) }

  /// The lines that a person is to copy, without their #.
  static func examples() throws -> [String] {
    try text(main).split(separator: "\n").filter { $0.hasPrefix("#SUBSYSTEM") }.map { String($0.dropFirst()) }
  }
}

/// The text of a file.
func contents(of path: String) throws -> String {
  guard let file = unsafe fopen(path, "re") else { throw ScriptFailure(what: "cannot open \(path)") }
  defer { unsafe fclose(file) }
  return String(decoding: unsafe everything(from: file), as: UTF8.self)
}

/// All that comes out of a file or a pipe.
func everything(from file: UnsafeMutablePointer<FILE>) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = unsafe fread(&buffer, 1, buffer.count, file)
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}

struct ScriptFailure: Error {
  var what: String
}
