import Glibc

/// A file without a name, which is gone when nobody holds it any more.
final class TemporaryFile {
  let descriptor: CInt

  init(_ bytes: [UInt8] = []) throws {
    var name = Array("/tmp/gpsbridge-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw SystemFailure() }
    unsafe unlink(name)
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure() }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// All that is in it.
  func bytes() throws -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw SystemFailure() }
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }
}
