import TestSupport
import Glibc

@testable import GPSBridgeTool

/// A folder for what a program writes; it goes away with all that is in it then.
final class WorkFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/gpsbridge-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw SystemFailure() }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    unsafe chmod(path, 0o755)
  }

  deinit {
    for name in names { unsafe unlink(PathCall.text(Array("\(path)/".utf8) + name)) }
    unsafe rmdir(path)
  }

  /// What a name in it is called from outside.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in it, in their order.
  var contents: [String] { names.map { String(decoding: $0, as: UTF8.self) }.sorted() }

  /// Writes a file, and answers its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let descriptor = unsafe open(self(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemFailure() }
    defer { close(descriptor) }
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure() }
    return self(name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Places.bytes(of: self(name)), as: UTF8.self)
  }

  private var names: [[UInt8]] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }
}
