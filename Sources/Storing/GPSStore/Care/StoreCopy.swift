internal import GPSBase
internal import GPSSQLiteFiles
internal import GPSSystemCalls

/// Whole copies of a store, made while it is read and written.
enum StoreCopy {
  /// Writes a copy, which has its name when it is whole and on the disk.
  ///
  /// - Parameters:
  ///   - file: The store.
  ///   - path: The path of the copy; a file of that name is replaced.
  /// - Throws: A ``StoreError``; there is no copy then.
  static func write(_ file: SQLiteConnection, to path: String) throws(StoreError) {
    let part = path + ".part"
    do throws(Errno) {
      try Kernel.removeFile(Array(part.utf8))
      // SQLite creates files that everybody may read.
      try Kernel.close(Kernel.open(part, for: .creatingPrivate))
    } catch { throw StoreError(error, part) }
    do throws(SQLiteFault) {
      let copy = try file.prepare("VACUUM INTO ?")
      try copy.bind(1, part)
      try copy.run()
    } catch {
      try? Kernel.removeFile(Array(part.utf8))
      throw StoreError(error, path)
    }
    do throws(Errno) {
      let descriptor = try Kernel.open(part, for: .reading)
      defer { try? Kernel.close(descriptor) }
      try Kernel.synchronize(descriptor)
      try Kernel.moveFile(Array(part.utf8), to: Array(path.utf8))
    } catch { throw StoreError(error, path) }
    synchronizeFolder(of: path)
  }

  /// Keeps a store as it is before its tables change: `track.db.v1` for version 1.
  ///
  /// - Throws: An error with the missing bytes if the disk has too little room.
  static func keep(
    _ file: SQLiteConnection, _ path: String, of version: Int64,
    free: (String) -> Int64? = Kernel.freeBytes(at:)
  ) throws(StoreError) {
    let size: Int64
    do throws(SQLiteFault) {
      size = (try file.number("PRAGMA page_count") ?? 0) * (try file.number("PRAGMA page_size") ?? 0)
    } catch { throw StoreError(error, path) }
    // The change itself takes a few pages.
    let needed = size + 1 << 20
    if let free = free(folder(of: path)), free < needed {
      throw StoreError(
        .diskFull, path,
        "its version is \(version), and a copy is kept before it becomes version \(StoreSchema.version): that takes "
          + "\(needed) bytes, and \(free) are free", "free \(needed - free) bytes on its disk")
    }
    try write(file, to: "\(path).v\(version)")
  }

  /// The folder of a path.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// Makes the names of new files outlive a power cut.
  static func synchronizeFolder(of path: String) {
    guard let descriptor = try? Kernel.open(folder(of: path), for: .reading) else { return }
    try? Kernel.synchronize(descriptor)
    try? Kernel.close(descriptor)
  }
}
