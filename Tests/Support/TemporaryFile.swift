public import Glibc

/// A file without a name, which is gone when nobody holds it any more.
public final class TemporaryFile: Sendable {
  /// Its descriptor.
  public let descriptor: CInt

  /// Makes a file with something in it; throws what the kernel answered.
  public init(_ bytes: [UInt8] = []) throws {
    var name = Array("/tmp/gpsbridge-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw SystemFailure() }
    unsafe unlink(name)
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure() }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// All that is in it.
  public func bytes() throws -> [UInt8] {
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

/// The kernel's answer.
public struct SystemFailure: Error {
  /// Its number.
  public var number: CInt

  /// Takes the number that is given, or that of the last call.
  public init(number: CInt = errno) { self.number = number }
}
