internal import GPSBase
internal import GPSSystemCalls

/// Which other process keeps the log of a store from getting shorter: it reads an old state of the file.
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

  /// The processes that hold a reader's lock, from the kernel's table of locks.
  ///
  /// ```
  /// 3: POSIX  ADVISORY  READ 4711 08:01:131 124 124
  /// ```
  static func processes(in table: String, inode: UInt64) -> [Int] {
    var found: [Int] = []
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 8, words[1] == "POSIX", words[3] == "READ", let process = Int(words[4]),
        words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode,
        let first = Int64(words[6]), readerBytes.contains(first), !found.contains(process)
      else { continue }
      found.append(process)
    }
    return found
  }
}
