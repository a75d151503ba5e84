import Glibc
import TestSupport

/// A folder of a given name that a test fills and removes.
struct WorkFolderOf {
  let path: String

  init(_ path: String) {
    self.path = path
    unsafe mkdir(path, 0o755)
  }

  func write(_ name: String, _ text: String) throws {
    let file = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemFailure() }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard unsafe Glibc.write(file, bytes, bytes.count) == bytes.count else { throw SystemFailure() }
  }

  func remove() { Trash.remove(path) }

  /// The mode of a file; nil where there is none.
  static func mode(_ path: String) -> UInt32? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  static func letEverybodyIn(_ everybody: String) { unsafe chmod(everybody, 0o1777) }

  /// Runs a shell's line to its end.
  static func shell(_ line: String) throws -> Run {
    try Program.run(["/bin/sh", "-c", line].map { Array($0.utf8) }, input: [])
  }
}
