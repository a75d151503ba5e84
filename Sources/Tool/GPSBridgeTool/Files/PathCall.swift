internal import GPSSystemCalls
internal import Glibc

package enum PathCall {
  static func text(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }

  /// The folder of a path, and the name in it.
  package static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return (Array(".".utf8), path) }
    return (slash == 0 ? Array("/".utf8) : Array(path[..<slash]), Array(path[(slash + 1)...]))
  }

  /// The mode of a new file in a folder.
  ///
  /// Recorded positions are private. So in a folder that others may write to, only the owner may read the
  /// file; others may never write it.
  static func mode(in folder: [UInt8]) -> mode_t {
    guard let folder = Kernel.node(folder) else { return 0o600 }
    return folder.isShared ? 0o600 : 0o644
  }

  /// The path with all symbolic links resolved; nil if it does not exist.
  static func resolved(_ path: [UInt8]) -> [UInt8]? {
    guard let found = unsafe realpath(text(path), nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe Array(String(cString: found).utf8)
  }
}

/// Unnamed files, which vanish when they are closed.
enum Unnamed {
  /// `O_TMPFILE`, which C composes of two flags; not all file systems support it.
  private static let flag = CInt(0o20_000_000) | O_DIRECTORY

  /// Opens one for reading and writing, if necessary by unlinking a named file.
  static func open(in folder: [UInt8], mode: mode_t) throws(Errno) -> CInt {
    if let descriptor = try? openReally(in: folder, mode: mode) { return descriptor }
    let (descriptor, name) = try Kernel.createUnique(in: folder, O_RDWR, permissions: mode)
    try? Kernel.removeFile(name)
    return descriptor
  }

  /// Opens one if the file system supports it.
  static func openReally(in folder: [UInt8], mode: mode_t) throws(Errno) -> CInt {
    try Kernel.open(folder, flag | O_RDWR, permissions: mode)
  }
}
