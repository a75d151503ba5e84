import Glibc

/// A folder that goes away with all that is in it.
final class ScratchFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/gpsbridge-rules-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw ScriptFailure(what: "no folder to be had in /tmp") }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = try? ScriptRun(["rm", "-rf", path]) }

  /// Writes a file, and makes the folders on the way to it.
  @discardableResult func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    let folders = name.split(separator: "/").dropLast()
    for count in folders.indices.map({ $0 + 1 }) {
      unsafe mkdir(path + "/" + folders.prefix(count).joined(separator: "/"), 0o755)
    }
    let target = path + "/" + name
    guard let file = unsafe fopen(target, "we") else { throw ScriptFailure(what: "cannot write \(target)") }
    let bytes = Array(text.utf8)
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    guard unsafe fclose(file) == 0, written == bytes.count else {
      throw ScriptFailure(what: "cannot write all of \(target)")
    }
    unsafe chmod(target, mode)
    return target
  }

  func text(_ name: String) throws -> String { try contents(of: path + "/" + name) }

  func has(_ name: String) -> Bool { isThere(path + "/" + name) }
}

/// Whether there is something of that name, a link to nowhere included.
func isThere(_ path: String) -> Bool {
  var status = stat()
  return unsafe lstat(path, &status) == 0
}
