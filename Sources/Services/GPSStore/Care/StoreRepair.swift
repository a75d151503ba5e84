internal import GPSBridge
internal import GPSFormats
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// The counts of a repair.
public struct RepairCounts: Sendable, Hashable {
  /// The number of fixes in the new store.
  public internal(set) var fixes = 0
  /// The number of lost fixes, events and gaps, for which nothing could be read.
  public internal(set) var lost = 0
  /// The last number that the damaged store is known to have contained; later entries are unknown.
  public internal(set) var last: Int64 = 0
  /// Whether the log beside the damaged store could not be read.
  public internal(set) var leavesLog = false
  /// The file of the previous store, if one existed.
  public internal(set) var replaced: String?
}

extension StoreCare {
  /// Creates a store from the readable rows of a damaged store, and of the store that was started after it.
  ///
  /// Only the fixes on damaged pages are lost; a gap marks them. The damaged file is unchanged, and the replaced store
  /// is renamed. No program may write the store during the repair.
  ///
  /// - Parameters:
  ///   - damaged: The path of the damaged store.
  ///   - path: The path of the new store, which may be that of the damaged one.
  ///   - program: The name and the version of the program.
  /// - Returns: The counts.
  /// - Throws: A ``StoreError``; in this case the files are unchanged.
  public static func repair(
    _ damaged: String, into path: String, program: String = "GPSStore"
  ) throws(StoreError) -> RepairCounts {
    let now = TrackRow.milliseconds(LiveMoment(SystemTime()).time)
    guard Kernel.link(damaged) == nil, Kernel.node(damaged)?.isFile != false else {
      throw StoreError(.notAStore, damaged, "found a link, a folder or a pipe; expected a file")
    }
    // Nothing is written beside a file before it is known to be a store.
    guard try mayBeStore(damaged) else {
      throw StoreError(.notAStore, damaged, "nothing of a store was found in it")
    }
    let isSame = Kernel.realPath(damaged) == Kernel.realPath(path)
    if !isSame, Kernel.exists(path) { _ = try TrackStore(at: path) }
    // A program that writes the damaged store has its lock.
    let source = !isSame && Kernel.exists(StoreLock.path(of: damaged)) ? try StoreLock(of: damaged) : nil
    let hadLock = Kernel.exists(StoreLock.path(of: path))
    let lock = try StoreLock(of: path)
    defer { withExtendedLifetime((lock, source)) {} }
    let isMoved = try StoreAside.moveLog(of: damaged)
    var sources = [try Salvage(damaged)]
    try StoreSchema.refuseNewer(damaged, reads: sources[0].facts["reads"].flatMap { Int64($0) })
    if !isSame, Kernel.exists(path) {
      try StoreAside.moveLog(of: path)
      sources.append(try Salvage(path))
      try refuse(sources[0], in: sources[1], path)
    }
    guard let model = Kernel.node(path) ?? Kernel.node(damaged) else {
      throw StoreError(.notFound, damaged, Errno.noSuchFile.words)
    }
    let part = StoreAside.freeName(path + ".repair")
    do throws(StoreError) {
      var repaired = try build(part, from: sources, program, at: now)
      repaired.leavesLog = !isMoved
      try synchronize(part, model)
      // An error that follows must not leave the lock of a file that has another name.
      try? Kernel.removeFile(Array(StoreLock.path(of: part).utf8))
      repaired.replaced = try StoreAside.replace(path, by: part, isSame ? "damaged" : "replaced", at: now)
      if !hadLock { give(StoreLock.path(of: path), model) }
      return repaired
    } catch {
      StoreAside.remove(part)
      throw error
    }
  }

  /// The keys of the readable devices in damaged and other stores.
  package static func devices(in paths: [String]) throws(StoreError) -> [String] {
    var keys: Set<String> = []
    for path in paths where Kernel.exists(path) {
      // The latest ones are in the log alone.
      if Kernel.exists(path + "-wal"), let file = try? SQLiteConnection(path, .reading),
        let query = try? file.prepare("SELECT key FROM device")
      {
        while (try? query.next()) == true { if let key = query.text(0) { keys.insert(key) } }
      }
      for device in try Salvage(path).devices.values { keys.insert(device.key) }
    }
    return keys.filter { $0 != StoreSchema.lostDevice }.sorted()
  }

  /// Whether a file or its log contains part of a store.
  private static func mayBeStore(_ path: String) throws(StoreError) -> Bool {
    if try !Salvage(path, isGlance: true).isEmpty { return true }
    guard Kernel.exists(path + "-wal"), let file = try? SQLiteConnection(path, .reading),
      let kind = try? StoreSchema.kind(of: file, path)
    else { return false }
    return kind != .empty
  }

  /// Refuses to add a file that was already added.
  private static func refuse(_ damaged: Salvage, in store: Salvage, _ path: String) throws(StoreError) {
    let known = Set(store.sessions.values.map { [$0.epoch, $0.began] })
    let isKnown = damaged.sessions.values.contains { known.contains([$0.epoch, $0.began]) }
    guard isKnown || store.facts[damaged.digest.key("repair")] != nil else { return }
    throw StoreError(
      .failed, path, "it has the \(isKnown ? "sessions" : "content") of the damaged store already",
      "nothing needs to be done")
  }

  /// Writes a new store to the disk; it belongs to the same user as another file.
  private static func synchronize(_ part: String, _ model: Kernel.Node) throws(StoreError) {
    do throws(Errno) {
      let descriptor = try Kernel.open(part, for: .reading)
      defer { try? Kernel.close(descriptor) }
      // Without that right, the store stays accessible to this user only.
      try? Kernel.give(descriptor, asTo: model)
      try Kernel.synchronize(descriptor)
    } catch { throw StoreError(error, part) }
  }

  private static func give(_ path: String, _ model: Kernel.Node) {
    guard let descriptor = try? Kernel.open(path, for: .lockFile) else { return }
    try? Kernel.give(descriptor, asTo: model)
    try? Kernel.close(descriptor)
  }

  private static func build(
    _ part: String, from sources: [Salvage], _ program: String, at now: Int64
  ) throws(StoreError) -> RepairCounts {
    let store = try StoreFile(part, program: program, at: now)
    do throws(SQLiteFault) {
      // The file is synced before it gets its name.
      try store.file.run("PRAGMA synchronous = OFF")
      var building = StoreBuilding(store, at: now)
      for source in sources { try building.add(source, isOnly: sources.count == 1) }
      try building.finish(sources[0])
      try store.checkpoint(.truncating)
      return building.repaired
    } catch { throw StoreError(error, part) }
  }
}

/// A store that is created from the entries of others, in the order of their numbers.
private struct StoreBuilding {
  private(set) var repaired = RepairCounts()
  private let store: StoreFile
  private let file: SQLiteConnection
  private let now: Int64
  /// The numbers that have an entry, or are known to be dropped.
  private var known = NumberRanges()
  private var last: Int64 = 0
  /// The last number of any segment, whether its fixes are readable or not.
  private var ends: Int64 = 0
  // Of the source that is added.
  /// Its numbers whose entry is not a fix, or that are known to be dropped.
  private var explained = NumberRanges()
  /// The offset of its numbers in the store.
  private var offset: Int64 = 0
  private var sessions: [Int64: Int64] = [:]
  private var devices: [Int64: Int64] = [:]
  /// Unpacked fixes of one session that are not written yet.
  private var run: [TrackColumns.Entry] = []
  /// The last fix, and its session in the store.
  private var before: (session: Int64, entry: TrackColumns.Entry)?

  private let most = StoreSchema.mostNumber
  private static let placesAtOnce = 64
  /// Writes complete segments as long as the times increase.
  private static let entriesOfRun = 16 * StoreSegment.mostFixes

  init(_ store: StoreFile, at now: Int64) { (self.store, file, self.now) = (store, store.file, now) }

  mutating func add(_ source: Salvage, isOnly: Bool) throws(SQLiteFault) {
    let end = max(last, known.ranges.last?.upperBound ?? 0)
    offset = source.first.map { max(0, end + 1 - $0) } ?? 0
    let highest = max(source.lastNamed, source.places.last?.first ?? 0, source.others.keys.max() ?? 0)
    guard highest + offset <= most else {
      throw SQLiteFault(
        .unexpected, "the damaged store has number \(end), which leaves too few for the other store")
    }
    (explained, sessions, devices, before) = (NumberRanges(), [:], [:], nil)
    for number in source.others.keys.sorted() { explained.insert(number...number) }
    for (numbers, _) in source.dropped { explained.insert(numbers) }
    try begin(source)
    var rest = source.places[...]
    while !rest.isEmpty {
      try file.begin()
      for place in rest.prefix(Self.placesAtOnce) { try add(place, of: source) }
      try file.commit()
      rest = rest.dropFirst(Self.placesAtOnce)
      if store.hasLongLog { try store.checkpoint(.passive) }
    }
    try file.transaction { () throws(SQLiteFault) in
      try flush()
      try addOthers(of: source, isOnly: isOnly)
    }
    ends = max(ends, min(source.lastNamed + offset, StoreSchema.mostNumber))
    if repaired.last == 0 { repaired.last = max(ends, known.ranges.last?.upperBound ?? 0) }
  }

  /// Records the missing numbers and the digest of the damaged store, and computes the distances.
  mutating func finish(_ damaged: Salvage) throws(SQLiteFault) {
    let end = max(ends, known.ranges.last?.upperBound ?? 0)
    try file.transaction { () throws(SQLiteFault) in
      try file.set(damaged.digest.key("repair"), "\(now)")
      for hole in end > 0 ? known.missing(in: 1...end).ranges : [] {
        repaired.lost += hole.count
        try store.drop(hole, at: now, cause: "damaged")
      }
      try StoredWay.recountAll(in: file)
    }
  }

  // MARK: - Sessions

  private mutating func begin(_ source: Salvage) throws(SQLiteFault) {
    let isFirst = try file.number("SELECT count(*) FROM session") == 0
    try file.transaction { () throws(SQLiteFault) in
      for (key, value) in source.facts
      where isFirst ? key != "reads" : key.hasPrefix("import ") || key.hasPrefix("repair ") {
        try file.set(key, value)
      }
      for (id, device) in source.devices.sorted(by: { $0.key < $1.key }) {
        devices[id] = try self.device(
          Salvage.Device(key: device.key, name: device.name, way: source.way(of: id)))
      }
      // Their order is that of the openings.
      for (id, session) in source.sessions.sorted(by: { $0.key < $1.key }) { sessions[id] = try add(session) }
    }
  }

  private func device(_ device: Salvage.Device) throws(SQLiteFault) -> Int64 {
    try file.rows(
      """
      INSERT INTO device (key, name, distance) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET distance = distance + excluded.distance RETURNING id
      """, [device.key, device.name, device.way]
    ) { $0.number(0) }.last ?? 0
  }

  private mutating func add(_ session: Salvage.Session) throws(SQLiteFault) -> Int64 {
    let lost = Salvage.Device(key: StoreSchema.lostDevice, name: "", way: 0)
    let device = if let known = devices[session.device] { known } else { try device(lost) }
    devices[session.device] = device
    let epoch = max(0, min(session.epoch, Int64(UInt32.max) - 1))
    return try file.rows(
      """
      INSERT INTO session (device, epoch, kind, began, ended, boot, program) VALUES (?, ?, ?, ?, ?, ?, ?)
      RETURNING id
      """,
      [device, epoch, session.kind, session.began, session.ended, session.boot, session.program]
    ) { $0.number(0) }.last ?? 0
  }

  /// The session in the store for a session of the source; a lost session gets an unknown device.
  private mutating func session(_ id: Int64, began: Int64) throws(SQLiteFault) -> Int64 {
    if let known = sessions[id] { return known }
    let session = Salvage.Session(
      device: -1, epoch: 0, began: began, ended: nil, kind: "live", program: "lost", boot: nil)
    let made = try add(session)
    sessions[id] = made
    return made
  }

  // MARK: - Fixes

  private mutating func add(_ place: Salvage.Place, of source: Salvage) throws(SQLiteFault) {
    let fixes = source.fixes(at: place)
    let isWhole = fixes.first.map { $0.entry.number + offset > last } ?? false
    let isUnchanged = place.isPacked && isWhole && offset == 0
    var packed: [TrackColumns.Entry] = []
    for (id, entry) in fixes where entry.number + offset > last && entry.number + offset <= most {
      var entry = entry
      let began = entry.row.milliseconds &+ entry.row.lag &- entry.monotonic
      let session = try session(id, began: began)
      if before?.session != session || place.isPacked || run.count >= Self.entriesOfRun { try flush() }
      entry.number += offset
      try note(entry, session)
      if place.isPacked { packed.append(entry) } else { run.append(entry) }
    }
    guard let session = before?.session, !packed.isEmpty else { return }
    if isUnchanged, let blob = source.blob(at: place) {
      try store.insertPack(packed[...], blob, session: session, way: 0)
    } else {
      try store.insertPacks(of: packed[...], session: session)
    }
  }

  /// Counts a fix, and adds a gap if fixes before it are lost.
  private mutating func note(_ entry: TrackColumns.Entry, _ session: Int64) throws(SQLiteFault) {
    defer {
      known.insert(entry.number...entry.number)
      (last, before) = (entry.number, (session, entry))
      repaired.fixes += 1
    }
    guard let before, before.session == session, entry.number > before.entry.number + 1 else { return }
    let (from, to) = (before.entry.row.milliseconds, entry.row.milliseconds)
    // Of the source.
    let numbers = (before.entry.number + 1 - offset)...(entry.number - 1 - offset)
    guard to &- from > Self.shortestGap, let hole = explained.missing(in: numbers).ranges.first else {
      return
    }
    let lost = hole.lowerBound + offset
    try flush()
    repaired.lost += 1
    let gap = Salvage.Other(
      isGap: true, session: session, first: from, second: to, word: "damaged", detail: nil)
    try insertOther(lost, gap)
  }

  /// Milliseconds.
  private static let shortestGap: Int64 = 5000

  private mutating func flush() throws(SQLiteFault) {
    guard let session = before?.session, !run.isEmpty else { return }
    for entry in run { try store.insert(entry, session: session) }
    try store.insertSegments(of: run[...], session: session, way: 0)
    run.removeAll(keepingCapacity: true)
  }

  // MARK: - Events, gaps and dropped numbers

  private mutating func addOthers(of source: Salvage, isOnly: Bool) throws(SQLiteFault) {
    let others = source.others.sorted { $0.key < $1.key }
    for (number, found) in others where !known.contains(number + offset) && number + offset <= most {
      var other = found
      other.session = try session(other.session, began: other.first)
      try insertOther(number + offset, other)
    }
    // The numbers of the store before are there now, or are noted as lost, unless it is not added.
    for (numbers, cause) in source.dropped where isOnly || cause != StoreAside.cause {
      let (low, high) = (numbers.lowerBound + offset, min(numbers.upperBound + offset, most))
      guard low <= high else { continue }
      for rest in known.missing(in: low...high).ranges { try store.drop(rest, at: now, cause: cause) }
      known.insert(low...high)
    }
  }

  private mutating func insertOther(_ number: Int64, _ other: Salvage.Other) throws(SQLiteFault) {
    try file.prepare("INSERT INTO \(other.isGap ? "gap" : "event") VALUES (?, ?, ?, ?, ?, ?)")
      .run([number, other.session, other.first, other.second, other.word, other.detail])
    known.insert(number...number)
  }
}
