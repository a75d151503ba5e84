package import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// Stores the fixes of files: each file is a session, all of it or nothing.
package final class TrackImport {
  /// A file, and the device that its fixes are of.
  package struct File: Sendable {
    /// Its name, for the store's list of events.
    package var name: String
    /// The key of the device.
    package var device: String
    /// The time at which it was begun, by the clock of the machine that recorded it.
    package var started: UTC?
    package var digest: FileDigest
    /// Whether only fixes are taken at whose times the store has none of the device.
    package var fillsHoles: Bool

    package init(
      name: String, device: String, started: UTC? = nil, digest: FileDigest, fillsHoles: Bool = false
    ) {
      (self.name, self.device, self.started, self.digest) = (name, device, started, digest)
      self.fillsHoles = fillsHoles
    }
  }

  /// The numbers of stored positions and of others.
  package struct Counts: Sendable, Hashable {
    package fileprivate(set) var fixes = 0
    package fileprivate(set) var gaps = 0
    /// Positions without a date, which are not stored.
    package fileprivate(set) var undated = 0
    /// Positions without the receiver's own time, which a file that fills holes can't compare with the store.
    package fileprivate(set) var untimed = 0
    /// The first time and the last one.
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
  private var entries: [StoreEntry] = []
  private var segments: [StoreSegment] = []
  private var start: Int64?
  private var last: Int64?
  /// Why epochs since the last fix had no position.
  private var lost: String?
  private var failure: SQLiteFault?
  /// The times of the device in earlier sessions.
  private var covered = CoveredTimes(hasGaps: true)
  /// The times of a day that the store has, for a file that fills holes.
  private var known: (day: Int64, times: Set<Int64>)?

  private static let entriesOfBatch = 4096
  /// Milliseconds: the shortest gap, and the shortest one in which there was no epoch at all.
  private static let (shortestGap, longestSilence): (Int64, Int64) = (5000, 60_000)

  /// Opens a store, or makes a new one.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - program: The name of the program.
  ///   - now: The time by this machine's clock.
  ///   - limits: The limits; an import ends where the disk has less room than they leave to others.
  ///   - freeBytes: Returns the bytes that are free on the disk of a path.
  /// - Throws: A ``StoreError``, for another writer with its name.
  package init(
    into path: String, program: String, at now: UTC, limits: StoreLimits = StoreLimits(),
    freeBytes: @escaping (String) -> Int64? = Kernel.freeBytes(at:)
  ) throws(StoreError) {
    (self.path, self.now) = (path, TrackRow.milliseconds(now))
    (self.limits, self.freeBytes) = (limits, freeBytes)
    store = try StoreFile(path, program: program, at: self.now)
    next = store.next
  }

  /// Whether a file was imported before.
  package func has(_ digest: FileDigest) throws(StoreError) -> Bool {
    do throws(SQLiteFault) {
      let query = try store.file.prepare("SELECT 1 FROM store WHERE key = ?")
      try query.bind(1, digest.key("import"))
      return try query.next()
    } catch { throw StoreError(error, path) }
  }

  /// Begins a file.
  package func begin(_ file: File) {
    (self.file, isWritten, counts, entries, segments) = (file, false, Counts(), [], [])
    (start, last, lost, known) = (nil, nil, nil, nil)
  }

  /// Takes the next epoch of a file.
  ///
  /// - Parameters:
  ///   - fix: The epoch.
  ///   - signal: The median of its signals in dB-Hz.
  ///   - arrival: The time since the file's begin.
  ///   - isSuspect: Whether its signals were probably forged.
  package func take(_ fix: Fix, signal: Double? = nil, arrival: Duration? = nil, isSuspect: Bool = false) {
    add(fix.believable, isRefused: fix.isRefused, signal, arrival, isSuspect: isSuspect)
  }

  /// Notes that the track is interrupted, as between two segments of a GPX file.
  package func interrupt() { if last != nil { lost = lost ?? "silent" } }

  /// Writes the rest of a file.
  ///
  /// - Returns: The counts; without a position, nothing is stored.
  /// - Throws: A ``StoreError`` if the store can't be written; then nothing of the file is stored.
  package func finish() throws(StoreError) -> Counts {
    if counts.fixes > 0 { flush() }
    if failure == nil, isWritten {
      do throws(SQLiteFault) { try end() } catch { failure = error }
    }
    if let failure {
      abandon()
      throw StoreError(failure, path)
    }
    // The log of a file is not needed any more; a later one begins in its room.
    try close()
    return counts
  }

  /// Ends a file of which nothing is stored; no other can follow.
  package func abandon() { if isWritten { store.file.rollBack() } }

  /// Moves the store's log to the file.
  package func close() throws(StoreError) {
    do throws(SQLiteFault) { try store.checkpoint(.truncating) } catch  where error.isBusy {} catch {
      throw StoreError(error, path)
    }
  }

  private func end() throws(SQLiteFault) {
    guard let file else { return }
    let ended = counts.last.map(TrackRow.milliseconds) ?? now
    try store.file.run("UPDATE session SET ended = \(ended) WHERE id = (SELECT max(id) FROM session)")
    try store.saveMotion()
    let insert = try store.file.prepare("INSERT OR REPLACE INTO store VALUES (?, ?)")
    try insert.bind(1, file.digest.key("import"))
    try insert.bind(2, file.name)
    try insert.run()
    try store.file.commit()
    isWritten = false
  }

  // MARK: - Epochs

  private func add(
    _ fix: Fix, isRefused: Bool, _ signal: Double?, _ arrival: Duration?, isSuspect: Bool
  ) {
    guard fix.hasPosition else {
      lost = isRefused ? "implausible" : last == nil ? "searching" : "fix_lost"
      return
    }
    let received = arrival.flatMap { arrival in
      file?.started.map { TrackRow.instant(TrackRow.milliseconds($0) + Int64(arrival / .milliseconds(1))) }
    }
    guard let time = fix.time ?? received else {
      counts.undated += 1
      return
    }
    var marks: TrackRow.Flags = []
    if isSuspect { marks.insert(.suspect) }
    // More than a day ahead.
    if TrackRow.milliseconds(time) > now + 86_400_000 { marks.insert(.wrongTime) }
    let row = TrackRow(fix, signal: signal, received: received ?? time, marks: marks)
    if file?.fillsHoles == true {
      guard row.hasOwnTime else {
        counts.untimed += 1
        return
      }
      if isKnown(row) { return }
    }
    let start = start ?? row.milliseconds
    self.start = start
    if sessions.isEmpty || counts.fixes == 0 { open(at: row.milliseconds) }
    let mono = arrival.map { Int64($0 / .milliseconds(1)) } ?? max(0, row.milliseconds - start)
    addGap(before: row.milliseconds, mono)
    if segments.isEmpty || !segments[segments.count - 1].add(next, sessions.count - 1, row),
      let segment = StoreSegment(next, sessions.count - 1, row)
    {
      segments.append(segment)
    }
    add(.fix(row), mono)
    counts.fixes += 1
    counts.first = counts.first ?? time
    counts.last = time
    (last, lost) = (row.milliseconds, nil)
    if entries.count >= Self.entriesOfBatch { flush() }
  }

  /// Whether the store has a fix of the device at the time of a row; it counts as one from then on.
  private func isKnown(_ row: TrackRow) -> Bool {
    guard let file, failure == nil else { return true }
    let day = (Double(row.milliseconds) / 86_400_000).rounded(.down)
    if known?.day != Int64(day) {
      let begin = Int64(day) * 86_400_000
      var times: Set<Int64> = []
      do throws(SQLiteFault) {
        flush()
        let rows = try SegmentRows<StoredFix>(store.file)
        // Fixes whose device is lost are probably of this one.
        for device in [file.device, Salvage.lostDevice] {
          var pages = FixPages(
            StoreQuery(
              device: device, from: TrackRow.instant(begin), to: TrackRow.instant(begin + 86_400_000)))
          while let page = try pages?.read(store.file, rows) {
            for fix in page { times.insert(fix.milliseconds) }
          }
        }
        known = (Int64(day), times)
      } catch { failure = error }
    }
    return known?.times.insert(row.milliseconds).inserted != true
  }

  private func open(at milliseconds: Int64) {
    guard let file else { return }
    covered = CoveredTimes(hasGaps: true)
    do throws(SQLiteFault) {
      let query = try store.file.prepare("SELECT id FROM device WHERE key = ?")
      try query.bind(1, file.device)
      if try query.next(), let device = query.number(0) {
        try covered.read(store.file, of: device, before: .max)
      }
    } catch { failure = error }
    sessions.append(
      StoreSession(
        number: sessions.count, key: file.device, name: file.device, kind: "import",
        began: file.started.map(TrackRow.milliseconds) ?? milliseconds))
    add(.event(at: now, kind: "imported", detail: file.name), 0)
  }

  private func addGap(before milliseconds: Int64, _ mono: Int64) {
    // Between two holes the store has fixes.
    guard let last, milliseconds - last > Self.shortestGap, file?.fillsHoles != true,
      lost != nil || milliseconds - last > Self.longestSilence
    else { return }
    for part in covered.rest(of: last...milliseconds) {
      add(.gap(from: part.lowerBound, to: part.upperBound, cause: lost ?? "silent", verdict: nil), mono)
      if part.upperBound - part.lowerBound > Self.shortestGap { counts.gaps += 1 }
    }
  }

  private func add(_ content: StoreEntry.Content, _ mono: Int64) {
    entries.append(StoreEntry(number: next, session: sessions.count - 1, monotonic: mono, content: content))
    next += 1
  }

  private func flush() {
    guard failure == nil, !entries.isEmpty else { return entries.removeAll(keepingCapacity: true) }
    do throws(SQLiteFault) {
      if !isWritten {
        try store.file.begin()
        isWritten = true
      }
      if let free = freeBytes(store.folder), free < limits.keepFree {
        throw SQLiteFault(
          .noRoom, "\(free) bytes are free on its disk; \(limits.keepFree) are left to others")
      }
      try store.write(entries, sessions, segments)
    } catch { failure = error }
    entries.removeAll(keepingCapacity: true)
    if segments.count > 1 { segments.removeFirst(segments.count - 1) }
  }
}
