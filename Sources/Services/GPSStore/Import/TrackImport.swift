package import GNSS
package import GPSFormats
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// Imports files: each becomes a session, and is imported completely or not at all.
///
/// ```
/// file  ──▶ points, in any order ──▶ by time, without known ones ──▶ a session, as others
/// ```
package final class TrackImport {
  /// A file, and the device of its fixes.
  package struct File: Sendable {
    /// Its name, for the store's list of events.
    package var name: String
    package var device: String
    /// The time at which it began, by the clock of the recording machine.
    package var started: UTC?
    package var digest: FileDigest
    /// Whether its device may be the one whose name is lost, so that only the receiver's own times are comparable.
    package var fillsHoles: Bool

    package init(
      name: String, device: String, started: UTC? = nil, digest: FileDigest, fillsHoles: Bool = false
    ) {
      (self.name, self.device, self.started, self.digest) = (name, device, started, digest)
      self.fillsHoles = fillsHoles
    }
  }

  /// The numbers of stored and skipped positions.
  package struct Counts: Sendable, Hashable {
    package fileprivate(set) var fixes = 0
    package fileprivate(set) var gaps = 0
    /// Positions without a date, which are not stored.
    package fileprivate(set) var undated = 0
    /// Positions before GPS began or more than a day ahead, which are not stored.
    package fileprivate(set) var impossible = 0
    /// Positions without the receiver's own time, which can't be compared with the store to fill gaps.
    package fileprivate(set) var untimed = 0
    /// Positions at times for which the store, or the file itself, already has a position of the device.
    package fileprivate(set) var known = 0
    package fileprivate(set) var first, last: UTC?
  }

  private let store: StoreFile
  private let path: String
  private let now: Int64
  private let limits: StoreLimits
  private let freeBytes: (String) -> Int64?
  private var next: Int64
  private var sessions: [StoreSession] = []
  // Of the file that is imported.
  private var file: File?
  private var isWritten = false
  private var counts = Counts()
  private var point: SQLiteStatement?
  private var points: Int64 = 0
  private var start: Int64?
  /// Why epochs since the last fix had no position.
  private var lost: String?
  private var failure: SQLiteFault?
  // In the order of time.
  private var entries: [StoreEntry] = []
  private var segments: [StoreSegment] = []
  private var last: Int64?
  /// Whether a point was skipped since the last one, or another session covers part of the time.
  private var isApart = false
  private var known: (day: Int64, times: Set<Int64>)?

  private static let entriesOfBatch = 4096
  /// The start of GPS time, 1980-01-06, in milliseconds since 1970.
  private static let firstTime: Int64 = 315_964_800_000
  /// The shortest gap, and the shortest gap without any epoch, in milliseconds.
  private static let (shortestGap, longestSilence): (Int64, Int64) = (5000, 60_000)
  /// Reasons why no point precedes a point; its row has the index of the reason.
  private static let reasons = ["silent", "searching", "fix_lost", "implausible"]

  /// Opens a store, or creates one.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - program: The name of the program.
  ///   - now: The time by this machine's clock.
  ///   - limits: The limits; an import ends when less disk space is free than they reserve.
  ///   - freeBytes: Returns the number of free bytes on the disk of a path.
  /// - Throws: A ``StoreError``, which names another writer if there is one.
  package init(
    into path: String, program: String, at now: UTC, limits: StoreLimits = StoreLimits(),
    freeBytes: @escaping (String) -> Int64? = Kernel.freeBytes(at:)
  ) throws(StoreError) {
    (self.path, self.now) = (path, TrackRow.milliseconds(now))
    (self.limits, self.freeBytes) = (limits, freeBytes)
    store = try StoreFile(path, program: program, at: self.now)
    next = store.next
    do throws(SQLiteFault) { try store.begin(with: limits) } catch { throw StoreError(error, path) }
  }

  package func has(_ digest: FileDigest) throws(StoreError) -> Bool {
    do throws(SQLiteFault) {
      return try store.file.number("SELECT 1 FROM store WHERE key = ?", [digest.key("import")]) != nil
    } catch { throw StoreError(error, path) }
  }

  package func begin(_ file: File) {
    (self.file, counts, entries, segments, points) = (file, Counts(), [], [], 0)
    (start, last, lost, known, isApart) = (nil, nil, nil, nil, false)
  }

  /// Adds the next epoch of a file.
  ///
  /// - Parameters:
  ///   - fix: The epoch.
  ///   - signal: The median of its signals in dB-Hz.
  ///   - arrival: The time since the start of the file.
  ///   - isSuspect: Whether its signals were probably forged.
  package func take(_ fix: Fix, signal: Double? = nil, arrival: Duration? = nil, isSuspect: Bool = false) {
    let received = arrival.flatMap { arrival in
      file?.started.map { TrackRow.instant(TrackRow.milliseconds($0) + Int64(arrival / .milliseconds(1))) }
    }
    add(fix.believable, isRefused: fix.isRefused, signal, arrival, received, isSuspect ? .suspect : [])
  }

  package func take(_ record: FixRecord) {
    let (fix, moment) = (record.fix, record.moment)
    var marks: TrackRow.Flags = []
    if moment.isSuspect { marks.insert(.suspect) }
    if moment.isSimulated { marks.insert(.simulated) }
    if moment.isTimeCorrected { marks.insert(.corrected) }
    if moment.isTimeWrong { marks.insert(.wrongTime) }
    add(
      fix.believable, isRefused: record.isRefused || fix.isRefused, moment.signal, nil, moment.received, marks
    )
  }

  /// Notes that the track is interrupted, as between two segments of a GPX file.
  package func interrupt() { if start != nil { lost = lost ?? "silent" } }

  /// Writes the rest of a file.
  ///
  /// - Parameter isLast: Whether this completes the file, and not only one of its devices.
  /// - Returns: The counts; without a position, nothing is stored.
  /// - Throws: A ``StoreError`` if the store can't be written; in this case nothing of the file is stored.
  package func finish(isLast: Bool = true) throws(StoreError) -> Counts {
    if failure == nil, isWritten {
      do throws(SQLiteFault) {
        try storePoints()
        if counts.fixes > 0 { try end(isLast: isLast) } else { abandon() }
      } catch { failure = error }
    }
    if let failure {
      abandon()
      throw StoreError(failure, path)
    }
    // The log of a file is not needed any more; a later one begins in its room.
    try close()
    return counts
  }

  /// Ends a file and stores nothing of it; no other file can follow.
  package func abandon() {
    point = nil
    if isWritten { store.file.rollBack() }
    isWritten = false
  }

  /// Moves the store's log to the file.
  package func close() throws(StoreError) {
    do throws(SQLiteFault) { try store.checkpoint(.truncating) } catch  where error.isBusy {} catch {
      throw StoreError(error, path)
    }
  }

  private func end(isLast: Bool) throws(SQLiteFault) {
    guard let file, let first = counts.first, let last = counts.last else { return }
    try store.file.run(
      "UPDATE session SET ended = \(TrackRow.milliseconds(last)) WHERE id = (SELECT max(id) FROM session)")
    if let device = try store.file.number("SELECT device FROM session ORDER BY id DESC LIMIT 1") {
      let times = TrackRow.milliseconds(first)...TrackRow.milliseconds(last)
      try StoredWay.recount(of: device, in: times, store.file)
    }
    if isLast { try store.file.set(file.digest.key("import"), file.name) }
    try store.file.run("DROP TABLE temp.point")
    try store.file.commit()
    isWritten = false
  }

  // MARK: - Points, as they come

  private func add(
    _ fix: Fix, isRefused: Bool, _ signal: Double?, _ arrival: Duration?, _ received: UTC?,
    _ marks: TrackRow.Flags
  ) {
    guard fix.hasPosition else {
      lost = isRefused ? "implausible" : start == nil ? "searching" : "fix_lost"
      return
    }
    guard let time = fix.steadyTime ?? fix.time ?? received else {
      counts.undated += 1
      return
    }
    let isPossible = (Self.firstTime...(now + 86_400_000)).contains(TrackRow.milliseconds(time))
    guard isPossible || marks.contains(.wrongTime) else {
      counts.impossible += 1
      return
    }
    let row = TrackRow(fix, signal: signal, received: received ?? time, marks: marks)
    guard row.hasOwnTime || file?.fillsHoles != true else {
      counts.untimed += 1
      return
    }
    start = start ?? row.milliseconds
    do throws(SQLiteFault) {
      try keep(row, arrival.map { Int64($0 / .milliseconds(1)) } ?? row.milliseconds - (start ?? 0))
    } catch { failure = error }
    lost = nil
  }

  /// Keeps a point in a separate table until the file is complete, because SQLite can sort more points than fit
  /// in memory.
  private func keep(_ row: TrackRow, _ mono: Int64) throws(SQLiteFault) {
    guard failure == nil else { return }
    if !isWritten {
      try store.file.begin()
      isWritten = true
      try store.file.run("CREATE TEMP TABLE point AS SELECT \(StoreSchema.fixColumns) FROM fix WHERE 0")
      point = try store.file.prepare(StoreSchema.inserting(into: "temp.point"))
    }
    points += 1
    let reason = lost.flatMap { Self.reasons.firstIndex(of: $0) } ?? -1
    let entry = TrackColumns.Entry(number: points, monotonic: mono, row: row)
    try store.insert(entry, session: Int64(reason), by: point)
  }

  // MARK: - Points, in the order of time

  private func storePoints() throws(SQLiteFault) {
    point = nil
    let query = try store.file.prepare("SELECT \(StoreSchema.fixColumns) FROM temp.point ORDER BY t, seq")
    while try query.next() {
      let (reason, entry) = try StoreSchema.entry(of: query)
      let row = entry.row
      guard try !isKnown(row) else {
        counts.known += 1
        isApart = true
        continue
      }
      if counts.fixes == 0 { open(at: row.milliseconds) }
      try addGap(
        before: row.milliseconds, reason < 0 ? nil : Self.reasons[Int(reason)], max(0, entry.monotonic))
      if isApart || segments.isEmpty || !segments[segments.count - 1].add(next, sessions.count - 1, row),
        let segment = StoreSegment(next, sessions.count - 1, row)
      {
        segments.append(segment)
      }
      add(.fix(row), max(0, entry.monotonic))
      counts.fixes += 1
      counts.first = counts.first ?? row.time
      counts.last = row.time
      (last, isApart) = (row.milliseconds, false)
      if entries.count >= Self.entriesOfBatch { try flush() }
    }
    try flush()
  }

  /// Whether the store, or an earlier row of the file, has a fix of the device at the time of a row.
  private func isKnown(_ row: TrackRow) throws(SQLiteFault) -> Bool {
    guard let file else { return true }
    let day = row.milliseconds.floored(by: 86_400_000)
    if known?.day != day {
      let begin = day * 86_400_000
      var times: Set<Int64> = []
      let rows = try SegmentRows<StoredFix>(store.file, DamagedParts())
      // Fixes whose device is lost are probably of this one.
      for device in file.fillsHoles ? [file.device, StoreSchema.lostDevice] : [file.device] {
        var pages = FixPages(
          StoreQuery(device: device, from: TrackRow.instant(begin), to: TrackRow.instant(begin + 86_400_000)))
        while let page = try pages?.read(store.file, rows) {
          for fix in page { times.insert(fix.milliseconds) }
        }
      }
      known = (day, times)
    }
    return known?.times.insert(row.milliseconds).inserted != true
  }

  private func open(at milliseconds: Int64) {
    guard let file else { return }
    sessions.append(
      StoreSession(
        number: sessions.count, key: file.device, name: file.device, kind: "import",
        began: file.started.map(TrackRow.milliseconds) ?? milliseconds))
    add(.event(at: now, kind: "imported", detail: file.name), 0)
  }

  /// Adds a gap since the last point, where the store has no other data of the device.
  private func addGap(before milliseconds: Int64, _ reason: String?, _ mono: Int64) throws(SQLiteFault) {
    guard let last, let file, milliseconds - last > Self.shortestGap,
      reason != nil || milliseconds - last > Self.longestSilence
    else { return }
    let query = try store.file.prepare(
      """
      SELECT t0, t1 FROM segment WHERE t0 <= ? AND t1 >= ? AND session IN (\(StoreSchema.sessionsOfDevice))
      ORDER BY t0
      """, [milliseconds, last, file.device])
    var begin = last
    func add(until end: Int64) {
      guard end - begin > Self.shortestGap else { return }
      self.add(.gap(from: begin, to: end, cause: reason ?? "silent", verdict: nil), mono)
      counts.gaps += 1
    }
    while try query.next() {
      guard let first = query.number(0), let end = query.number(1) else { continue }
      // Its own gaps are not known in this session.
      if first < milliseconds, end > last { isApart = true }
      add(until: min(first, milliseconds))
      begin = max(begin, end)
    }
    add(until: milliseconds)
  }

  private func add(_ content: StoreEntry.Content, _ mono: Int64) {
    entries.append(StoreEntry(number: next, session: sessions.count - 1, monotonic: mono, content: content))
    next += 1
  }

  private func flush() throws(SQLiteFault) {
    if let free = freeBytes(store.folder), free < limits.keepFree {
      throw SQLiteFault(.noRoom, "\(free) bytes are free on its disk; \(limits.keepFree) are left to others")
    }
    try store.write(entries, sessions, segments)
    entries.removeAll(keepingCapacity: true)
    if segments.count > 1 { segments.removeFirst(segments.count - 1) }
  }
}
