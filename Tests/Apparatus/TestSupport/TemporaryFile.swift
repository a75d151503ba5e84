public import Glibc

/// A file without a name, which is deleted when its descriptor is closed.
public final class TemporaryFile: Sendable {
  /// The descriptor of the file.
  public let descriptor: CInt

  /// Creates a file with this content.
  public init(_ bytes: [UInt8] = []) throws {
    var name = Array("/tmp/gpsbridge-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw SystemFailure() }
    unsafe unlink(name)
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure() }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// Returns the content of the file, to which a process may be writing.
  public func bytes() throws -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe pread(descriptor, &buffer, buffer.count, off_t(all.count))
      guard count >= 0 else { throw SystemFailure() }
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }

  /// Returns the content of the file as text.
  public func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }
}

/// The error of a failed system call.
public struct SystemFailure: Error {
  /// The error number.
  public var number: CInt

  /// Makes an error from a number, by default that of the last call.
  public init(number: CInt = errno) { self.number = number }
}
