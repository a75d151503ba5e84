package import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// Backs up a store, repairs it, and removes places and times from it.
public enum StoreCare {
  /// Writes a copy of a store, even while a writer has it open.
  ///
  /// The copy is a complete store. It gets its name only when all of it is on the disk.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - copy: The path of the copy, which must not exist.
  /// - Throws: A ``StoreError``.
  public static func backUp(_ path: String, to copy: String) throws(StoreError) {
    let store = try TrackStore(at: path)
    if Kernel.node(copy) != nil || Kernel.link(copy) != nil {
      throw StoreError(
        .failed, copy, "a file of that name exists", "use another name, or remove the file first")
    }
    try StoreCopy.write(store.file, to: copy)
  }

  /// Counts the fixes that ``forget(_:at:program:)`` would remove for a query.
  ///
  /// - Parameters:
  ///   - query: The fixes to select; the step is ignored.
  ///   - path: The path of the store.
  /// - Returns: The number of fixes, including unreadable ones.
  /// - Throws: A ``StoreError``.
  public static func count(_ query: StoreQuery, at path: String) throws(StoreError) -> Int {
    var query = query
    query.step = nil
    let store = try TrackStore(at: path)
    var count = 0
    try store.visitFixes(query) { _ in
      count += 1
      return true
    }
    return count + store.damagedCount
  }

  /// Removes fixes from a store that no program writes, and leaves no byte of them in it or in its log.
  ///
  /// Without an area, the events and gaps of the time are also removed. The store records the removed numbers, without
  /// times or places.
  ///
  /// - Parameters:
  ///   - query: The fixes to select; the step is ignored.
  ///   - path: The path of the store.
  ///   - program: The name and the version of the program.
  /// - Returns: The counts, and the other files that may still have these fixes.
  /// - Throws: A ``StoreError``; `busy` if a program writes the store, or a reader keeps its log.
  public static func forget(
    _ query: StoreQuery, at path: String, program: String = "GPSStore"
  ) throws(StoreError) -> RemovalCounts {
    // A wrong path must not make a store.
    _ = try TrackStore(at: path)
    let now = TrackRow.milliseconds(LiveMoment(SystemTime()).time)
    let file = try StoreFile(path, program: program, at: now)
    var gone: RemovalCounts
    do throws(SQLiteFault) { gone = try file.forget(query, at: now) } catch { throw StoreError(error, path) }
    do throws(SQLiteFault) { try file.checkpoint(.truncating) } catch {
      guard error.isBusy else { throw StoreError(error, path) }
      throw StoreError(
        .busy, path, "it is removed from the store, but still in its log, which \(file.logHolder) reads",
        "end that program, and do it again")
    }
    gone.copies = copies(of: path)
    return gone
  }

  /// Merges two devices: all entries of the other device are assigned to this one.
  ///
  /// - Parameters:
  ///   - other: The key of the other device.
  ///   - device: The key of the device that stays.
  ///   - path: The path of the store.
  ///   - program: The name and the version of the program.
  /// - Returns: A time at which both were on, which proves that they are two receivers, and nothing is changed; nil
  ///   after a merge.
  /// - Throws: A ``StoreError``; `busy` if a program writes the store.
  package static func join(
    _ other: String, into device: String, at path: String, program: String
  ) throws(StoreError) -> UTC? {
    let now = TrackRow.milliseconds(LiveMoment(SystemTime()).time)
    let store = try StoreFile(path, program: program, at: now)
    let file = store.file
    do throws(SQLiteFault) {
      let devices = "(SELECT id FROM device WHERE key = ?), (SELECT id FROM device WHERE key = ?)"
      let spans = try file.rows(
        """
        SELECT t0, t1, device FROM segment JOIN session ON session.id = segment.session WHERE device IN (\(devices))
        ORDER BY t0
        """, [other, device]
      ) { row in row.number(0).flatMap { begin in row.number(1).map { (begin, $0, row.number(2)) } } }
      var ends: [Int64?: Int64] = [:]
      for (begin, end, id) in spans {
        if ends.contains(where: { $0.key != id && $0.value >= begin }) { return TrackRow.instant(begin) }
        ends[id] = max(ends[id] ?? end, end)
      }
      try file.transaction { () throws(SQLiteFault) in
        for change in [
          "UPDATE session SET device = (SELECT id FROM device WHERE key = ?2) WHERE device = (SELECT id FROM device WHERE key = ?1)",
          "UPDATE device SET distance = distance + (SELECT distance FROM device WHERE key = ?1) WHERE key = ?2",
          "DELETE FROM device WHERE key = ?1 AND ?2 <> ?1",
        ] { try file.prepare(change).run([other, device]) }
        guard let id = try file.number("SELECT id FROM device WHERE key = ?", [device]) else { return }
        try StoredWay.recount(of: id, file)
      }
      return nil
    } catch { throw StoreError(error, path) }
  }

  /// The files beside a store that were made from it: damaged and replaced stores.
  private static func copies(of path: String) -> [String] {
    let name = path.split(separator: "/").last ?? ""
    return Kernel.names(in: Kernel.folder(of: path)).filter { other in
      [".damaged-", ".replaced-", ".repair"].contains { other.hasPrefix(name + $0) }
    }.map { path.dropLast(name.count) + $0 }
  }
}
