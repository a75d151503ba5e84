import TestSupport
import Glibc

@testable import GPSBridgeTool

/// A folder for what a test and a program write; it goes away with all that is in it then.
final class WorkFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/gpsbridge-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw SystemFailure() }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    unsafe chmod(path, 0o755)
  }

  deinit { Trash.remove(path) }

  /// What a name in it is called from outside.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in it, in their order.
  var contents: [String] {
    Trash.names(in: Array(path.utf8)).map { String(decoding: $0.name, as: UTF8.self) }.sorted()
  }

  /// Writes a file, and answers its path.
  @discardableResult func write(_ name: String, _ bytes: [UInt8] = [], mode: mode_t = 0o644) throws -> String
  {
    String(decoding: try write(Array(name.utf8), bytes, mode: mode), as: UTF8.self)
  }

  /// The same for a name that may be no text.
  @discardableResult func write(_ name: [UInt8], _ bytes: [UInt8], mode: mode_t = 0o644) throws -> [UInt8] {
    let path = Array("\(path)/".utf8) + name
    let descriptor = unsafe open(PathCall.text(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemFailure() }
    defer { close(descriptor) }
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure() }
    return path
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Places.bytes(of: self(name)), as: UTF8.self)
  }

  /// Makes it the home of the program's settings, and writes a file of them; answers its path.
  @discardableResult func settle(
    _ text: String, _ name: String = "config.json5", below folder: String = "."
  ) throws -> String {
    let path = self("\(folder)/gpsbridge/\(name)")
    try SmallFile.makeFolder(Array(path[..<(path.lastIndex(of: "/") ?? path.endIndex)].utf8))
    try SmallFile.write(Array(text.utf8), to: Array(path.utf8))
    return path
  }
}

/// Tests that each begin with an empty folder.
class FolderSuite {
  let folder: WorkFolder

  init() throws { folder = try WorkFolder() }
}

/// Takes away what a program has made in a folder.
enum Trash {
  static func remove(_ path: String) { remove(Array(path.utf8)) }

  private static func remove(_ path: [UInt8]) {
    for (name, isFolder) in names(in: path) {
      let entry = path + Array("/".utf8) + name
      if isFolder { remove(entry) } else { _ = unsafe unlink(PathCall.text(entry)) }
    }
    _ = unsafe rmdir(PathCall.text(path))
  }

  /// The names in a folder, and whether each is one.
  static func names(in path: [UInt8]) -> [(name: [UInt8], isFolder: Bool)] {
    guard let folder = unsafe opendir(PathCall.text(path)) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [(name: [UInt8], isFolder: Bool)] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] {
        names.append((name, unsafe entry.pointee.d_type == UInt8(DT_DIR)))
      }
    }
    return names
  }
}
