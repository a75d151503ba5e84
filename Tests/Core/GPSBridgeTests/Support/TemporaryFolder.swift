import Glibc
import TestSupport

/// A folder that is gone with all that is in it when nobody holds it any more.
final class TemporaryFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/gpsbridge-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw SystemFailure() }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unsafe unlink("\(path)/\(name)") }
    unsafe rmdir(path)
  }

  private var names: [String] = []

  /// A name for a file that somebody else puts there.
  func place(_ name: String) -> String {
    names.append(name)
    return "\(path)/\(name)"
  }

  /// Puts a file there; answers where it is.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let place = "\(path)/\(name)"
    let descriptor = unsafe open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure() }
    defer { close(descriptor) }
    names.append(name)
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure() }
    return place
  }

  /// Puts a pipe with a name there.
  func pipe(_ name: String) throws -> String {
    let place = "\(path)/\(name)"
    guard unsafe mkfifo(place, 0o600) == 0 else { throw SystemFailure() }
    names.append(name)
    return place
  }

  /// How many descriptors of this process are open for a file.
  func openDescriptors(of file: String) -> Int {
    (0..<4096).count { number in
      var buffer = [CChar](repeating: 0, count: 4096)
      let length = unsafe readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
      return length > 0
        && String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) == file
    }
  }
}
