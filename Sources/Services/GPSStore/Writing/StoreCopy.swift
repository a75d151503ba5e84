internal import GPSSQLiteFiles
internal import GPSSystemCalls

/// Complete copies of a store, made while it is read and written.
enum StoreCopy {
  /// Writes a copy, which gets its name only when all of it is on the disk.
  ///
  /// - Parameters:
  ///   - file: The store.
  ///   - path: The path of the copy; a file of that name is replaced.
  /// - Throws: A ``StoreError``; in this case nothing is left of the copy.
  static func write(_ file: SQLiteConnection, to path: String) throws(StoreError) {
    let part = path + ".part"
    do throws(Errno) {
      try Kernel.removeFile(Array(part.utf8))
      // SQLite creates files that everybody may read.
      try Kernel.close(Kernel.open(part, for: .creatingPrivate))
    } catch { throw StoreError(error, part) }
    do throws(SQLiteFault) { try file.prepare("VACUUM INTO ?").run([part]) } catch {
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

  /// Makes the names of new files survive a power cut.
  static func synchronizeFolder(of path: String) {
    guard let descriptor = try? Kernel.open(Kernel.folder(of: path), for: .reading) else { return }
    try? Kernel.synchronize(descriptor)
    try? Kernel.close(descriptor)
  }
}
