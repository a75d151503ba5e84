package import GNSS
internal import GPSBase
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// The visible condition of a store, which another program may be writing.
///
/// Nil means unknown.
package struct StoreCondition: Sendable, Hashable {
  /// The process that writes the store.
  package enum Writer: Sendable, Hashable {
    /// The kernel does not show its locks.
    case unknown
    /// No visible process; a process in another container is not visible.
    case noneSeen
    case process(Process)
  }

  package struct Process: Sendable, Hashable {
    package var number: Int
    package var name: String
    /// Why it currently can't write, as a code of ``StoreError``, and since when; nil if it reports no fault.
    package var (fault, since): (String?, UTC?)

    package init(number: Int, name: String, fault: String? = nil, since: UTC? = nil) {
      (self.number, self.name, self.fault, self.since) = (number, name, fault, since)
    }
  }

  /// Entries without content: fixes, events and gaps that were lost or removed.
  package struct Dropped: Sendable, Hashable {
    package var cause: String
    package var count: Int64

    package init(cause: String, count: Int64) { (self.cause, self.count) = (cause, count) }

    /// Whether they were removed for their age, for the store's size, or by a user.
    package var isMeant: Bool { ["too_old", "max_size", "forgotten"].contains(cause) }

    /// Whether they are in a damaged store that was set aside.
    package var isAside: Bool { cause == StoreAside.cause }
  }

  /// Why the store can't be read; nil if it can.
  package var fault: StoreError?
  /// Whether a newer program created it; this program can read but not write it.
  package var isNewer = false
  /// The size in bytes of the file, and of the log that is periodically moved to it.
  package var (bytes, logBytes): (Int64?, Int64?)
  /// When the file or its log was last written.
  package var written: UTC?
  /// The number of stored fixes.
  package var fixes: Int64?
  /// The entries without content, by their cause.
  package var dropped: [Dropped] = []
  /// The names of the damaged stores beside it, the latest last.
  package var setAside: [String] = []
  package var freeBytes: Int64?
  package var writer = Writer.unknown
  /// The other processes that prevent a long log from being shortened.
  package var logHolder: String?
  /// The times with unreadable positions, and the number of these positions; for a large store, only those found in a
  /// sample.
  package var (damage, damagedCount): ([StoredGap], Int) = ([], 0)

  /// A file up to this size is read completely; from a larger one, some pages of each kind are read.
  private static let mostBytes: Int64 = 64 << 20
  /// A log of at least this size is long: a writer shortens it unless a reader prevents that.
  private static let longLog: Int64 = 8 << 20

  package init() {}

  /// Examines a store.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - freeBytes: Returns the number of free bytes on the disk of a path.
  package init(of path: String, freeBytes: (String) -> Int64? = Kernel.freeBytes(at:)) {
    // Before it is opened: a reader may make an empty log.
    let (file, log) = (Kernel.node(path), Kernel.node(path + "-wal"))
    if let file, file.isFile {
      (bytes, logBytes) = (file.size, log?.size ?? 0)
      let times = [file.modified] + (log.map { $0.size > 0 ? [$0.modified] : [] } ?? [])
      written = times.max().map(TrackRow.instant)
    }
    self.freeBytes = freeBytes(Kernel.folder(of: path))
    writer = LogHolder.writer(of: path)
    setAside = StoreAside.names(beside: path)
    if log?.size ?? 0 >= Self.longLog { logHolder = LogHolder.words(of: path) }
    do throws(StoreError) {
      let store = try TrackStore(at: path)
      try store.askAtOnce { () throws(SQLiteFault) in try read(store.file) }
      // Its rows are read as well: an error in the last one would be damage.
      _ = try store.lastKnown()
      try store.lookAround(all: bytes ?? .max <= Self.mostBytes)
      (damage, damagedCount) = (store.damage, store.damagedCount)
    } catch { fault = error }
  }

  private mutating func read(_ file: SQLiteConnection) throws(SQLiteFault) {
    isNewer = try file.number("PRAGMA user_version") ?? 0 > StoreSchema.version
    dropped = try file.rows("SELECT cause, sum(count) FROM dropped GROUP BY cause ORDER BY cause") { row in
      row.text(0).flatMap { cause in row.number(1).map { Dropped(cause: cause, count: $0) } }
    }
    // One sequence without a hole: counting the rows of years would take seconds.
    let others = try file.number("SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM gap)") ?? 0
    let gone = dropped.reduce(0) { $0 &+ $1.count }
    let found = try StoreSchema.lastNumber(in: file) &- others &- gone
    fixes = found >= 0 ? found : nil
  }
}

extension LogHolder {
  /// The process that writes a store, which holds the lock beside the file.
  ///
  /// The kernel's table lacks the processes of other containers, and files on two disks may have the same number in it.
  /// So the note in the lock names the process, which is unknown until it has written the note.
  static func writer(
    of store: String, _ table: @autoclosure () -> String? = LogHolder.table()
  ) -> StoreCondition.Writer {
    let inode = Kernel.identity(StoreLock.path(of: store))?.number
    let search = { (text: String) in
      inode.map { processes(in: text, inode: $0, kind: "FLOCK", lock: "WRITE") } ?? []
    }
    guard let holders = holders(table, search) else { return .unknown }
    guard !holders.isEmpty else { return .noneSeen }
    guard let note = StoreLock.note(of: store), holders.contains(note.number) else { return .unknown }
    let name = Kernel.text("/proc/\(note.number)/comm", limit: 64)?.split(separator: "\n").first ?? "?"
    return .process(
      StoreCondition.Process(
        number: note.number, name: VisibleText.escaped(name.utf8), fault: note.fault?.code,
        since: note.fault.map { UTC(secondsSince1970: $0.since) }))
  }
}

extension TrackStore {
  /// The current gap of each device in a query, while a visible program writes the store.
  ///
  /// - Parameters:
  ///   - query: The device and the time.
  ///   - now: The time by this machine's clock, at which the gaps end.
  /// - Returns: The gaps, with the cause `until_now`.
  /// - Throws: A ``StoreError`` if the store can't be read.
  package func openGaps(_ query: StoreQuery, until now: UTC) throws(StoreError) -> [StoredGap] {
    guard query.times?.contains(TrackRow.milliseconds(now)) == true,
      case .process = LogHolder.writer(of: path)
    else { return [] }
    return try ask { () throws(SQLiteFault) in
      try file.rows(
        """
        SELECT id, max(began,
          coalesce((SELECT t1 FROM segment WHERE segment.session = session.id ORDER BY first DESC LIMIT 1), began),
          coalesce((SELECT t1 FROM gap WHERE gap.session = session.id ORDER BY seq DESC LIMIT 1), began))
        FROM session WHERE ended IS NULL AND id IN (SELECT max(id) FROM session GROUP BY device)
          \(query.ofDevice("id")) ORDER BY id
        """, query.deviceValues
      ) { row in
        // A position may be written ten seconds later, and gaps up to five are not stored.
        guard let session = row.number(0), let from = row.time(1), now.seconds(since: from) > 15
        else { return nil }
        return StoredGap(number: 0, session: session, from: from, to: now, cause: "until_now", verdict: nil)
      }
    }
  }

  /// Reads evenly spaced segments and rows of the other tables, and adds what is unreadable to ``damage``.
  ///
  /// - Parameter all: Whether to examine the whole file.
  /// - Throws: A ``StoreError`` if more than positions can't be read.
  fileprivate func lookAround(all: Bool) throws(StoreError) {
    try ask { () throws(SQLiteFault) in
      let segments = try file.rows(
        "SELECT first, last, session FROM segment ORDER BY first", [], SegmentPlace.init)
      let step = max(1, segments.count / Self.mostSegments)
      for place in stride(from: 0, to: segments.count, by: step) { _ = try rows.all(of: segments[place]) }
      for table in ["store", "device", "session", "event", "gap", "dropped"] {
        _ = try file.number("SELECT count(*) FROM \(table)")
      }
      guard all, damagedCount == 0, let words = try file.text("PRAGMA quick_check(1)"), words != "ok" else {
        return
      }
      throw SQLiteFault(.wrongRows, words)
    }
  }

  /// Reading this many segments takes about a second.
  private static let mostSegments = 500
}
