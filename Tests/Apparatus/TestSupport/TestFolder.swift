internal import Glibc
internal import GPSSystemCalls

/// A folder of its own in /tmp, which is deleted with its files when it is released.
public final class TestFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates an empty folder that only this user can open.
  public init() throws {
    var name = Array("/tmp/gpsbridge-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw SystemFailure() }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in Kernel.names(in: path) { _ = unsafe remove(path + "/" + name) }
    _ = unsafe rmdir(path)
  }

  /// The path of a file in the folder, whether it exists or not.
  public func file(_ name: String) -> String { path + "/" + name }
}
