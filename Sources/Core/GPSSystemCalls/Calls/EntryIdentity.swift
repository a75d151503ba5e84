import Glibc

extension Kernel {
  /// The properties that distinguish a file system entry from a later one with the same name.
  ///
  /// Inode numbers are reused at once: `/dev/pts/5` has the same one each time. A new entry has three new
  /// times; no single event changes all three of an old entry.
  package struct EntryIdentity: Sendable, Hashable {
    package let fileSystem: UInt64
    package let number: UInt64
    private let device: UInt64
    private let accessed, modified, changed: Int64

    fileprivate init(_ status: stat) {
      func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
      }
      fileSystem = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
      device = UInt64(status.st_rdev)
      accessed = nanoseconds(status.st_atim)
      modified = nanoseconds(status.st_mtim)
      changed = nanoseconds(status.st_ctim)
    }

    /// Whether this is the same entry as another one, seen at a different time.
    package func isSame(as other: EntryIdentity) -> Bool {
      (fileSystem, number, device) == (other.fileSystem, other.number, other.device)
        && (accessed == other.accessed || modified == other.modified || changed == other.changed)
    }

    /// One second in nanoseconds: the kernel can round a terminal's times to whole seconds.
    package static let safeMargin: Int64 = 1_000_000_000

    /// Returns whether all times of this entry are later than another's last change, by more than a margin.
    ///
    /// Then this entry was created after that change: reading, writing and changing the mode each leave one
    /// of the times unchanged.
    package func isMadeAfter(_ other: EntryIdentity, margin: Int64 = safeMargin) -> Bool {
      min(accessed, modified, changed) > other.changed + margin
    }
  }

  /// Returns the identity of the target of a path, or of the link itself, without opening it.
  package static func identity(_ path: String, ofLink: Bool = false) -> EntryIdentity? {
    var status = stat()
    guard !path.utf8.contains(0) else { return nil }
    let result = unsafe ofLink ? lstat(path, &status) : stat(path, &status)
    return result == 0 ? EntryIdentity(status) : nil
  }

  package static func identity(of descriptor: CInt) -> EntryIdentity? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? EntryIdentity(status) : nil
  }
}
