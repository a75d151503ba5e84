import Glibc

// Files of a few kilobytes that are read and written as a whole, and their folders. Names are bytes, since a
// user's file may have a name that is not UTF-8.

extension Kernel {
  /// The most bytes of a small file; a larger one is not one of ours.
  package static let smallFile = 1 << 20

  /// Returns the contents of a file; throws EFBIG if it exceeds a limit.
  package static func wholeFile(_ path: [UInt8], limit: Int = smallFile) throws(Errno) -> [UInt8] {
    let descriptor = try open(path, O_RDONLY | O_NONBLOCK)
    defer { try? close(descriptor) }
    let bytes = try read(descriptor, limit: limit + 1)
    guard bytes.count <= limit else { throw .fileTooLarge }
    return bytes
  }

  /// Replaces a file atomically, even during a power cut, with permissions for this user only.
  ///
  /// If it must be new, an existing file is kept, and is an error.
  package static func replaceFile(_ path: [UInt8], with bytes: [UInt8], isNew: Bool = false) throws(Errno) {
    let folder = Array(path.prefix((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1))
    removeRemains(in: folder)
    let (descriptor, beside) = try makeFile(in: folder)
    do throws(Errno) {
      try fill(descriptor, bytes)
      if isNew { try addName(path, of: beside) } else { try moveFile(beside, to: path) }
    } catch {
      try? removeFile(beside)
      throw error
    }
    if isNew { try? removeFile(beside) }
  }

  /// Removes a file; does nothing if it does not exist.
  package static func removeFile(_ path: [UInt8]) throws(Errno) {
    let name = try cName(path)
    do throws(Errno) {
      _ = try call { unsafe unlink(name) }
    } catch  where error == .noSuchFile {}
  }

  /// Creates a folder and its missing parents, with permissions for this user only.
  package static func makeFolder(_ path: [UInt8]) throws(Errno) {
    let ends = path.indices.filter { $0 > 0 && path[$0] == UInt8(ascii: "/") } + [path.count]
    for end in ends {
      let name = try cName(path[..<end])
      do throws(Errno) {
        _ = try call { unsafe mkdir(name, 0o700) }
      } catch  where error == .exists || end < path.count {
        // A parent may exist without being accessible or writable; only the last folder must succeed.
      }
    }
  }

  /// Creates a locked file with an unpredictable name.
  private static func makeFile(in folder: [UInt8]) throws(Errno) -> (CInt, name: [UInt8]) {
    while true {
      let (descriptor, path) = try createUnique(in: folder, named: prefix, O_WRONLY, permissions: 0o600)
      if isOurs(descriptor) { return (descriptor, path) }
      // Another process removed it as a leftover before we locked it.
      try? close(descriptor)
      try? removeFile(path)
    }
  }

  /// Locks a new file; false if another process has locked or removed it.
  private static func isOurs(_ descriptor: CInt) -> Bool {
    do throws(Errno) { try lock(descriptor) } catch { return error != .wouldBlock }
    return node(of: descriptor).map { $0.names > 0 } ?? false
  }

  /// The name prefix of unfinished files.
  private static let prefix = ".gpsbridge-new-"

  /// Removes the unfinished files that killed processes left in a folder.
  ///
  /// The kernel releases the lock of a process that ends, so a file without a lock has no writer.
  package static func removeRemains(in folder: [UInt8]) {
    let shown = folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self)
    for name in names(in: shown) where name.hasPrefix(prefix) {
      let path = path(of: Array(name.utf8), in: folder)
      guard let descriptor = try? open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { continue }
      if (try? lock(descriptor)) != nil { try? removeFile(path) }
      try? close(descriptor)
    }
  }

  private static func fill(_ descriptor: CInt, _ bytes: [UInt8]) throws(Errno) {
    defer { try? close(descriptor) }
    var written = 0
    while written < bytes.count { written += try write(descriptor, bytes.span.extracting(written...)) }
    try synchronize(descriptor)
  }

  /// Renames a file; an existing file with the new name is replaced.
  package static func moveFile(_ path: [UInt8], to other: [UInt8]) throws(Errno) {
    let (old, new) = (try cName(path), try cName(other))
    _ = try call { unsafe Glibc.rename(old, new) }
  }

  /// Creates a second name for a file; an existing name is an error.
  package static func addName(_ other: [UInt8], of path: [UInt8]) throws(Errno) {
    let (old, new) = (try cName(path), try cName(other))
    _ = try call { unsafe Glibc.link(old, new) }
  }

  /// Gives an open file the owner, the group and the permissions of another one.
  package static func give(_ descriptor: CInt, asTo other: Node) throws(Errno) {
    if let own = node(of: descriptor), (own.user, own.group) != (other.user, other.group) {
      _ = try call { fchown(descriptor, other.user, other.group) }
    }
    _ = try call { fchmod(descriptor, other.mode & 0o777) }
  }
}
