internal import GNSS
internal import GPSBase
internal import GPSSystemCalls

/// Which other processes hold locks of a store, from the kernel's table of locks.
///
/// A reader's lock keeps the log from getting shorter: the process reads an old state of the file.
enum LogHolder {
  /// The bytes of SQLite's shared memory that a reader locks.
  private static let readerBytes: ClosedRange<Int64> = 123...127

  /// The names and numbers of the other processes that read a store; nil without any.
  static func words(of store: String) -> String? {
    guard let inode = Kernel.identity(store + "-shm")?.number,
      let table = Kernel.text("/proc/locks", limit: 1 << 20)
    else { return nil }
    let found = processes(in: table, inode: inode).filter { $0 != Kernel.ownProcess() }
    guard !found.isEmpty else { return nil }
    return found.map { process in
      let name = Kernel.text("/proc/\(process)/comm", limit: 64)?.split(separator: "\n").first ?? "?"
      return "\(VisibleText.escaped(name.utf8)) (process \(process))"
    }.joined(separator: ", ")
  }

  /// The process that writes a store: it holds the lock beside the file.
  ///
  /// The table has no processes of other containers.
  static func writer(of store: String) -> StoreCondition.Writer {
    guard let table = Kernel.text("/proc/locks", limit: 1 << 20) else { return .unknown }
    guard let inode = Kernel.identity(StoreLock.path(of: store))?.number,
      let number = processes(in: table, inode: inode, kind: "FLOCK", lock: "WRITE").first
    else { return .noneSeen }
    let name = Kernel.text("/proc/\(number)/comm", limit: 64)?.split(separator: "\n").first ?? "?"
    // The file may have the note of an earlier process, until its holder has written.
    let note = StoreLock.note(of: store).flatMap { $0.number == number ? $0.fault : nil }
    return .process(
      StoreCondition.Process(
        number: number, name: VisibleText.escaped(name.utf8), fault: note?.code,
        since: note.map { UTC(secondsSince1970: $0.since) }))
  }

  /// The processes that hold a reader's lock.
  ///
  /// ```
  /// 3: POSIX  ADVISORY  READ 4711 08:01:131 124 124
  /// 4: FLOCK  ADVISORY  WRITE 4711 08:01:132 0 EOF
  /// ```
  static func processes(in table: String, inode: UInt64) -> [Int] {
    processes(in: table, inode: inode, kind: "POSIX", lock: "READ", from: readerBytes)
  }

  static func processes(
    in table: String, inode: UInt64, kind: String, lock: String, from bytes: ClosedRange<Int64>? = nil
  ) -> [Int] {
    var found: [Int] = []
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 8, words[1] == kind, words[3] == lock, let process = Int(words[4]),
        words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode,
        let first = Int64(words[6]), bytes?.contains(first) ?? true, !found.contains(process)
      else { continue }
      found.append(process)
    }
    return found
  }
}
