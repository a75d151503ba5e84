internal import Glibc
internal import GPSSystemCalls

/// A folder of its own in /tmp, which is deleted with all that is in it when it is released.
public final class TestFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates an empty folder that only this user can open.
  public init() throws {
    var name = Array("/tmp/gpsbridge-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw SystemFailure() }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.empty(path) }

  private static func empty(_ folder: String) {
    for name in Kernel.names(in: folder) {
      let path = "\(folder)/\(name)"
      if unsafe Glibc.remove(path) != 0 { empty(path) }
    }
    _ = unsafe rmdir(folder)
  }

  /// The path of a file in the folder, whether it exists or not.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file that only this user can read, and returns its path.
  @discardableResult public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Kernel.replaceFile(Array(file(name).utf8), with: bytes)
    return file(name)
  }

  /// Makes a link, or lets one that is there lead elsewhere.
  public func link(_ name: String, to target: String) throws {
    try Kernel.replaceLink(file(name), to: target)
  }

  /// Removes a file or a link.
  public func remove(_ name: String) throws { try Kernel.removeFile(Array(file(name).utf8)) }
}

/// How many descriptors of this program lead to a path, also to one that is no more.
///
/// The name of an unplugged device is free for the next one, but as long as somebody has a descriptor for it.
public func descriptors(of path: String) -> Int {
  Kernel.names(in: "/proc/self/fd").count { name in
    let target = Kernel.link("/proc/self/fd/" + name)
    return target == path || target == path + " (deleted)"
  }
}
