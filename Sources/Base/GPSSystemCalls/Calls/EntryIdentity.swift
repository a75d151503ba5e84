import Glibc

extension Kernel {
  /// The facts that distinguish a file system entry from a later one of the same name.
  ///
  /// Numbers of inodes come again at once: `/dev/pts/5` has the same one each time. A new entry has three new times; of an
  /// old one, no single event changes all three.
  package struct EntryIdentity: Sendable, Hashable {
    package let fileSystem: UInt64
    private let number: UInt64
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

    /// Whether this is the same entry as the other, seen at another time.
    package func isSame(as other: EntryIdentity) -> Bool {
      (fileSystem, number, device) == (other.fileSystem, other.number, other.device)
        && (accessed == other.accessed || modified == other.modified || changed == other.changed)
    }

    /// A second, in nanoseconds: the times of a terminal are whole seconds where the kernel blurs them.
    package static let safeMargin: Int64 = 1_000_000_000

    /// Whether all of this entry's times are later than the last change of another one, by more than a margin.
    ///
    /// Then it was made after that. Reading, writing and a change of mode each leave one of the times as it was.
    package func isMadeAfter(_ other: EntryIdentity, margin: Int64 = safeMargin) -> Bool {
      min(accessed, modified, changed) > other.changed + margin
    }
  }

  /// The identity of what a path leads to, or of the link itself; nothing is opened.
  package static func identity(_ path: String, ofLink: Bool = false) -> EntryIdentity? {
    var status = stat()
    guard !path.utf8.contains(0) else { return nil }
    let result = unsafe ofLink ? lstat(path, &status) : stat(path, &status)
    return result == 0 ? EntryIdentity(status) : nil
  }

  /// The identity of what is open.
  package static func identity(of descriptor: CInt) -> EntryIdentity? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? EntryIdentity(status) : nil
  }
}
