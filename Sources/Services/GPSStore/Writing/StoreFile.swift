internal import GPSGeodesy
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// A store that is open for writing, with its lock; used only on the store's loop.
final class StoreFile {
  let path: String
  let file: SQLiteConnection
  private let insertFix: SQLiteStatement
  private let insertEvent: SQLiteStatement
  private let insertGap: SQLiteStatement
  private let insertSegment: SQLiteStatement
  /// The motion of each device, and the distances in millimeters of growing segments, by their first numbers.
  private var motion: [Int64: MotionMachine] = [:]
  private var ways: [Int64: Int64] = [:]
  private var numbers = [Int64](repeating: 0, count: TrackRow.columnCount + 3)
  private let program: String
  /// Distinguishes this opening from all others: a number may recur after a power cut, but not the pair.
  let epoch: Int64
  /// The number of the first entry of this opening.
  let next: Int64
  /// The name of the damaged store whose successor was created only now, since a power cut prevented it before.
  let predecessor: String?
  /// Whether the store is a copy from another machine with a new identity that no event has reported yet.
  let isCopy: Bool
  /// The time of the last fix in the store, or of the end of the gap after it.
  let last: Int64?
  private var sessions: [(id: Int64, device: Int64, isImport: Bool)] = []
  private let identity: Kernel.EntryIdentity?
  /// The unreadable positions of earlier openings, and the number before which nothing was examined yet.
  let damage = DamagedParts()
  private var unseen: Int64? = .max
  // The last property, since it must be released after the file is closed.
  private let lock: StoreLock

  /// The size of the write-ahead log at which its content is moved to the file.
  private static let mostLogBytes: Int64 = 1000 * 4096
  /// The size of the log at which writing pauses until the reader that holds it ends.
  private static let hugeLogBytes: Int64 = 60 << 20

  /// Opens a store, or creates one.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - program: The name and the version of the program.
  ///   - now: Milliseconds since 1970 by this machine's clock.
  ///   - aside: The properties of a damaged store that was set aside, for the new store.
  ///   - machine: The identifying word of this machine.
  /// - Throws: An error that describes the content found instead of a store, or names the other writer.
  init(
    _ path: String, program: String, at now: Int64, after aside: StoreAside.Facts? = nil,
    on machine: String? = StoreIdentity.machine
  ) throws(StoreError) {
    (self.path, self.program) = (path, program)
    // Anything else than a store must not get a lock beside it, and nothing must wait for a pipe.
    if Kernel.exists(path) {
      let file: SQLiteConnection
      do throws(SQLiteFault) { file = try SQLiteConnection(path, .writing) } catch {
        throw StoreError(error, path)
      }
      _ = try Self.writableKind(of: file, path)
    }
    do throws(SQLiteFault) { try SQLiteConnection.checkOwners(of: path) } catch {
      throw StoreError(error, path)
    }
    lock = try StoreLock(of: path)
    let isNew = !Kernel.exists(path)
    do throws(SQLiteFault) { file = try SQLiteConnection(path, .creating) } catch {
      throw StoreError(error, path)
    }
    identity = Kernel.identity(path)
    if isNew { StoreCopy.synchronizeFolder(of: path) }
    let kind = try Self.writableKind(of: file, path)
    let left = kind == .empty && aside == nil ? StoreAside.last(of: path) : nil
    predecessor = left?.name
    let aside = aside ?? left?.facts
    do throws(SQLiteFault) {
      // With FULL, a transaction outlives a power cut when COMMIT returns; with NORMAL only after a checkpoint.
      guard try file.text("PRAGMA journal_mode = WAL") == "wal" else {
        throw SQLiteFault(.unexpected, "the file system has no write-ahead logs; expected a local disk")
      }
      try file.run(
        """
        PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON
        """)
      try SQLiteConnection.checkOwners(of: path)
      if kind == .empty {
        let installation = aside?.installation ?? StoreIdentity.new()
        // A store after one that was set aside has nothing under the numbers of that one.
        let dropped = aside.flatMap { $0.number > 0 ? ($0.number, StoreAside.cause) : nil }
        try StoreSchema.create(
          in: file, installation: installation, program: program, at: now, dropped: dropped)
      }
      isCopy = try StoreIdentity.check(machine, in: file)
      let before = max(try file.number("SELECT max(epoch) FROM session") ?? 0, aside?.epoch ?? 0)
      let number = try StoreSchema.lastNumber(in: file)
      let time = try Self.lastTime(in: file)
      let lastFix = try file.number("SELECT t FROM fix ORDER BY seq DESC LIMIT 1")
      guard (0...Int64(UInt32.max)).contains(before), (0...StoreSchema.mostNumber).contains(number),
        time.map(TrackRow.isTime) != false, lastFix.map(TrackRow.isTime) != false
      else { throw SQLiteFault(.wrongRows, "it has numbers or times out of range") }
      // A clock that was past the year 2156 leaves no later one.
      let latest = max(before, Int64(UInt32.max) - 1)
      epoch = min(max(before + 1, now / 1000 - StoreSchema.epochZero), latest)
      (next, last) = (number + 1, time)
      insertFix = try file.prepare(StoreSchema.inserting(into: "fix"))
      insertEvent = try file.prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)")
      insertGap = try file.prepare("INSERT INTO gap VALUES (?, ?, ?, ?, ?, ?)")
      // A segment that grows begins when it began: a replaced row would write the page of its index again.
      insertSegment = try file.prepare(
        """
        INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (first) DO UPDATE SET
          last = excluded.last, t1 = excluded.t1, south = excluded.south, north = excluded.north,
          west = excluded.west, east = excluded.east, fastest = excluded.fastest, distance = excluded.distance
        """)
    } catch { throw StoreError(error, path) }
  }

  static let movedWords = "the store was moved or removed while it was written"

  /// The file at the path of the store.
  enum Place { case ownFile, otherFile, nothing }

  /// Whether the path still leads to this file: another program may have moved or removed it.
  var place: Place {
    guard let found = Kernel.identity(path) else { return .nothing }
    guard let identity else { return .otherFile }
    return found.number == identity.number && found.fileSystem == identity.fileSystem ? .ownFile : .otherFile
  }

  /// Returns the kind of a file; throws if the file must not be written.
  private static func writableKind(
    of file: SQLiteConnection, _ path: String
  ) throws(StoreError) -> StoreSchema.Kind {
    let kind = try StoreSchema.kind(of: file, path)
    switch kind {
    case .newer(let version), .unknown(let version): throw StoreSchema.newer(version, path)
    case .ours, .empty: return kind
    }
  }

  /// Computes the distances with the radius of the limits, before the first transaction of this opening.
  func begin(with limits: StoreLimits) throws(SQLiteFault) {
    guard sessions.isEmpty else { return }
    try StoredWay.use(radius: limits.restRadius, in: file)
  }

  /// Writes entries with their sessions, segments and motion in one transaction, which then survives a power cut.
  func write(
    _ entries: [StoreEntry], _ sessions: [StoreSession], _ segments: [StoreSegment]
  ) throws(SQLiteFault) {
    let (known, before, knownWays) = (self.sessions, motion, ways)
    do throws(SQLiteFault) {
      try file.transaction { () throws(SQLiteFault) in
        for session in sessions[self.sessions.count...] { self.sessions.append(try add(session)) }
        var rest = segments[...]
        for entry in entries {
          try add(entry)
          guard case .fix(let row) = entry.content else { continue }
          while let segment = rest.first, segment.last < entry.number { rest.removeFirst() }
          if let segment = rest.first { move(by: row, of: entry, in: segment) }
        }
        for segment in segments {
          try insert(segment, session: self.sessions[segment.session].id, way: ways[segment.first] ?? 0)
        }
      }
      // The last one may grow.
      if let last = segments.last { ways = ways.filter { $0.key == last.first } }
    } catch {
      (self.sessions, motion, ways) = (known, before, knownWays)
      throw error
    }
  }

  /// Reads some segments that this opening has not read yet, the latest first, and adds unreadable positions to
  /// ``damage``.
  func lookBack() throws(SQLiteFault) {
    guard let before = unseen else { return }
    let count = before == .max ? 64 : 16
    let places = try file.rows(
      "SELECT first, last, session FROM segment WHERE first < ? ORDER BY first DESC LIMIT \(count)", [before],
      SegmentPlace.init)
    let rows = try SegmentRows<BriefFix>(file, damage)
    for place in places { _ = try rows.all(of: place) }
    unseen = places.count < count ? nil : places.last?.numbers.lowerBound
  }

  /// Marks the sessions of this opening as ended.
  func end(at now: Int64) throws(SQLiteFault) {
    guard let first = sessions.first?.id else { return }
    try file.run("UPDATE session SET ended = \(now) WHERE id >= \(first) AND ended IS NULL")
  }

  /// Whether this opening may still add to a session.
  func isOpen(_ session: Int64) -> Bool { sessions.first.map { session >= $0.id } ?? false }

  /// Whether the log is so long that its content should be moved to the file.
  var hasLongLog: Bool { (Kernel.node(path + "-wal")?.size ?? 0) >= Self.mostLogBytes }

  /// Whether the log has reached its maximum size.
  var hasHugeLog: Bool { (Kernel.node(path + "-wal")?.size ?? 0) >= Self.hugeLogBytes }

  /// Shows other programs why nothing can currently be written, and since which second.
  func note(_ fault: (code: StoreError.Code, since: Int64)?) { lock.note(fault) }

  /// The programs that prevent the log from being shortened.
  var logHolder: String { LogHolder.words(of: path) ?? "its name is not known" }

  /// Moves the content of the log that no reader needs to the file.
  ///
  /// - Parameters:
  ///   - kind: The part of the log to move.
  ///   - waits: Whether to wait 5 s for a reader that needs it, instead of a tenth of a second.
  /// - Throws: A fault, with the code for busy if a reader still needs it.
  func checkpoint(_ kind: SQLiteConnection.Checkpoint, waits: Bool = true) throws(SQLiteFault) {
    guard !waits else {
      try file.checkpoint(kind)
      return
    }
    try file.run("PRAGMA busy_timeout = 100")
    let result: Result<Void, SQLiteFault>
    do throws(SQLiteFault) {
      try file.checkpoint(kind)
      result = .success(())
    } catch { result = .failure(error) }
    try file.run("PRAGMA busy_timeout = 5000")
    try result.get()
  }

  // MARK: - Rows

  private func add(
    _ session: StoreSession
  ) throws(SQLiteFault) -> (id: Int64, device: Int64, isImport: Bool) {
    try file.prepare(
      "INSERT INTO device (key, name) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET name = excluded.name"
    ).run([session.key, session.name])
    let rows = try file.rows(
      """
      INSERT INTO session (device, epoch, kind, began, boot, program)
      VALUES ((SELECT id FROM device WHERE key = ?), ?, ?, ?, ?, ?) RETURNING id, device
      """, [session.key, epoch, session.kind, session.began, Self.boot, program]
    ) { row in row.number(0).flatMap { id in row.number(1).map { (id, $0) } } }
    guard let (id, device) = rows.last else { throw SQLiteFault(.unexpected, "a session was not added") }
    if session.kind != "import", motion[device] == nil {
      motion[device] = try StoredWay.machine(of: device, in: file)
    }
    return (id, device, session.kind == "import")
  }

  private func add(_ entry: StoreEntry) throws(SQLiteFault) {
    let session = sessions[entry.session].id
    switch entry.content {
    case .fix(let row):
      let fix = TrackColumns.Entry(number: entry.number, monotonic: entry.monotonic, row: row)
      try insert(fix, session: session)
    case .event(let at, let kind, let detail):
      try insertEvent.run([entry.number, session, at, entry.monotonic, kind, detail])
      if kind == StoreIdentity.event { try file.run("DELETE FROM store WHERE key = '\(kind)'") }
    case .gap(let from, let to, let cause, let verdict):
      try insertGap.run([entry.number, session, from, to, cause, verdict])
    case .dropped(let last, let at, let cause): try drop(entry.number...last, at: at, cause: cause)
    }
  }

  func insert(
    _ fix: TrackColumns.Entry, session: Int64, by statement: SQLiteStatement? = nil
  ) throws(SQLiteFault) {
    (numbers[0], numbers[1], numbers[2]) = (fix.number, session, fix.monotonic)
    let nulls = fix.row.write(to: &numbers, from: 3)
    try (statement ?? insertFix).bind(numbers, nulls: nulls << 3)
    try (statement ?? insertFix).run()
  }

  private func move(by row: TrackRow, of entry: StoreEntry, in segment: StoreSegment) {
    let (id, device, _) = sessions[entry.session]
    let fix = StoredFix(number: entry.number, session: id, monotonic: entry.monotonic, row: row)
    // An import has its motion when all of it is written. The dictionary must not hold a second copy of what changes.
    guard let sample = MotionMachine.Sample(fix), var machine = motion.removeValue(forKey: device) else {
      return
    }
    let before = machine.millimeters
    _ = machine.take(sample)
    ways[segment.first, default: 0] += machine.millimeters - before
    motion[device] = machine
  }

  /// Writes a segment, or the additions to it.
  func insert(_ segment: StoreSegment, session: Int64, way: Int64) throws(SQLiteFault) {
    try insertSegment.run([
      segment.first, segment.last, session, segment.times.lowerBound,
      segment.times.upperBound, segment.latitudes.lowerBound, segment.latitudes.upperBound,
      segment.longitudes.lowerBound, segment.longitudes.upperBound, segment.fastest, way,
    ])
  }

  /// The end of the receivers' reports; an import does not prove that a receiver was read at that time.
  private static func lastTime(in file: SQLiteConnection) throws(SQLiteFault) -> Int64? {
    let live = "session NOT IN (SELECT id FROM session WHERE kind = 'import')"
    return try file.number(
      """
      SELECT t1 FROM (SELECT t1 FROM segment WHERE \(live) ORDER BY first DESC LIMIT 1)
      UNION ALL SELECT t1 FROM gap WHERE \(live) AND seq > (SELECT coalesce(max(last), 0) FROM segment)
      ORDER BY 1 DESC LIMIT 1
      """)
  }

  private static let boot = Kernel.text("/proc/sys/kernel/random/boot_id", limit: 64)?
    .split(separator: "\n").first.map(String.init)
}
