import Glibc
import TestSupport

/// A folder that goes away with all that is in it.
final class TemporaryFolder {
  let path: String
  private var files: [[UInt8]] = []

  init() throws {
    var name = Array("/tmp/gpsbridge-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw SystemFailure() }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    unsafe chmod(path, 0o755)
  }

  deinit {
    for file in files { unsafe unlink(file.map { CChar(bitPattern: $0) } + [0]) }
    unsafe rmdir(path)
  }

  /// Makes a file, and answers its path.
  func file(_ name: [UInt8], _ bytes: [UInt8], mode: mode_t = 0o644) throws -> [UInt8] {
    let path = Array("\(path)/".utf8) + name
    let descriptor = unsafe open(
      path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemFailure() }
    files.append(path)
    defer { close(descriptor) }
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure() }
    return path
  }

  func file(_ name: String, _ bytes: [UInt8] = [], mode: mode_t = 0o644) throws -> String {
    String(decoding: try file(Array(name.utf8), bytes, mode: mode), as: UTF8.self)
  }
}
