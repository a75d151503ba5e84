internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// The limits of a store on the disk, its write interval, and its definition of a rest.
public struct StoreLimits: Sendable, Hashable {
  /// How long positions are kept; nil to keep them until they are removed by hand.
  public var keep: Duration?
  /// The store's maximum size in bytes; nil if only the disk limits it.
  public var maxSize: Int?
  /// The number of bytes on the disk that the store leaves free.
  public var keepFree: Int
  /// The time that a power cut may cost; a longer time saves the flash of small machines.
  public var commit: Duration
  /// The radius in meters of a rest, such as that of an anchored boat; nil to derive it from each position's
  /// accuracy.
  ///
  /// The last writer that opened the store determines it, even for past trips; a writer with nil removes the radius.
  public var restRadius: Double?

  /// Creates limits; the defaults keep everything.
  public init(
    keep: Duration? = nil, maxSize: Int? = nil, keepFree: Int = 256 << 20, commit: Duration = .seconds(1),
    restRadius: Double? = nil
  ) {
    (self.keep, self.maxSize, self.keepFree, self.commit) = (keep, maxSize, keepFree, commit)
    self.restRadius = restRadius
  }
}

/// Keeps a store within its limits: removes the oldest segments, and adds their numbers to `dropped`.
extension StoreFile {
  /// The number of segments removed per step, so that reports never wait long.
  private static let segmentsAtOnce = 16
  /// The number of free pages that a transaction can use on a full disk.
  private static let sparePages: Int64 = 64

  var folder: String { Kernel.folder(of: path) }

  /// Whether the store's existing pages have room for a transaction.
  func hasSparePages() throws(SQLiteFault) -> Bool {
    try file.number("PRAGMA freelist_count") ?? 0 >= Self.sparePages
  }

  /// Removes the oldest segments that are too old, or too many for the store's size.
  ///
  /// - Parameters:
  ///   - limits: The limits.
  ///   - now: Milliseconds since 1970 by this machine's clock.
  ///   - bound: The first number of the segment that still grows.
  ///   - isTight: Whether less disk space is free than the store reserves.
  /// - Returns: Whether more segments must be removed.
  /// - Throws: A fault; in this case the last segment remains.
  func makeRoom(
    _ limits: StoreLimits, at now: Int64, before bound: Int64, isTight: Bool
  ) throws(SQLiteFault) -> Bool {
    let end = try limits.keep.flatMap { (keep) throws(SQLiteFault) in
      try firstToKeep(Int64(keep / .milliseconds(1)), at: now)
    }
    for _ in 0..<Self.segmentsAtOnce {
      let oldest = try file.prepare("SELECT first, last FROM segment ORDER BY first LIMIT 1")
      guard try oldest.next(), let first = oldest.number(0), let last = oldest.number(1), last < bound else {
        return false
      }
      oldest.reset()
      let isTooOld = end.map { first < $0 } ?? false
      let isTooLarge = try isTooLarge(limits, isTight: isTight)
      guard isTooOld || isTooLarge else { return false }
      try file.transaction { () throws(SQLiteFault) in
        try removeAll(through: last, at: now, cause: isTooOld ? "too_old" : "max_size")
      }
    }
    return true
  }

  /// The first number that is not too old.
  ///
  /// The age counts from the newest time of all segments, or from this machine's time if that is earlier. So neither a
  /// clock that is years ahead, nor old dates of a receiver or an import, remove earlier years.
  private func firstToKeep(_ age: Int64, at now: Int64) throws(SQLiteFault) -> Int64? {
    guard let newest = try file.number("SELECT max(t1) FROM segment"), TrackRow.isTime(newest) else {
      return nil
    }
    let end = min(now, newest)
    // Segments with times ahead of these came earlier all the same.
    return try file.number(
      """
      SELECT first FROM segment WHERE t1 BETWEEN \(end - age) AND \(end + 86_400_000) ORDER BY first LIMIT 1
      """)
  }

  private func isTooLarge(_ limits: StoreLimits, isTight: Bool) throws(SQLiteFault) -> Bool {
    guard let most = limits.maxSize else { return false }
    let isSpare = try hasSparePages()
    if isTight, !isSpare { return true }
    let pages = (try file.number("PRAGMA page_count") ?? 0) - (try file.number("PRAGMA freelist_count") ?? 0)
    // The log needs room beside the file.
    let reserve = min(8 << 20, most / 4)
    return pages * (try file.number("PRAGMA page_size") ?? 0) > Int64(most - reserve)
  }

  /// The fixes of a packed segment, which have no rows; all of its numbers if they are damaged.
  private func packedCount(_ first: Int64, through last: Int64) throws(SQLiteFault) -> Int64 {
    do throws(SQLiteFault) { return Int64(try PackedSegment.fixes(file, first)?.count ?? 0) } catch {
      guard error.isDamaged else { throw error }
      return last - first + 1
    }
  }

  /// Removes the entries with numbers up to a given one.
  private func removeAll(through last: Int64, at now: Int64, cause: String) throws(SQLiteFault) {
    guard let first = try file.number("SELECT min(first) FROM segment") else { return }
    var count = try packedCount(first, through: last)
    var least = first
    for table in ["fix", "event", "gap"] {
      least = min(least, try file.number("SELECT min(seq) FROM \(table)") ?? least)
      try file.run("DELETE FROM \(table) WHERE seq <= \(last)")
      count += try file.number("SELECT changes()") ?? 0
    }
    try StoredWay.add(upTo: last, in: file)
    try file.run("DELETE FROM pack WHERE first <= \(last); DELETE FROM segment WHERE first <= \(last)")
    // One row for all that has gone so.
    let before = try file.prepare(
      "SELECT first, count FROM dropped WHERE cause = ? AND last < ? ORDER BY first LIMIT 1", [cause, last])
    if try before.next(), let first = before.number(0), let more = before.number(1) {
      (least, count) = (first, count + more)
    }
    before.reset()
    try drop(least...last, count: count, at: now, cause: cause)
  }
}
