internal import GPSSQLiteFiles
internal import GPSTrackRows

/// Packs fixes older than a week: as many of a session as fill a page of the file.
///
/// ```
/// segment 1…256, 257…512  ──▶  segment 1…391 with a blob, 392…512      in one transaction
/// fix     1…512           ──▶  fix     392…512
/// ```
enum StoreSealing {
  /// The last week stays in unpacked rows, for SQL.
  static let age: Int64 = 7 * 86_400_000
  /// The room for a row on its own page; a longer blob would need a second page.
  static let mostBytes = 4040
  /// The maximum number of packed fixes.
  static let mostFixes = 1024

  /// Packs as many of the first fixes as fill a page.
  static func fill(_ entries: ArraySlice<TrackColumns.Entry>) -> (count: Int, blob: [UInt8]) {
    var (most, least) = (min(entries.count, mostFixes), 0)
    var best: [UInt8] = []
    var guess = min(most, 384)
    // The second attempt nearly always fills the page; the others end it where rows differ much.
    for attempt in 0..<8 where guess > least {
      let blob = TrackColumns.pack(Array(entries.prefix(guess)))
      if blob.count <= mostBytes { (least, best) = (guess, blob) } else { most = guess - 1 }
      if least == most || best.count > mostBytes * 31 / 32 { break }
      // A few less than fit by this size, since a row more or less never makes the same difference.
      let fitting = guess * (mostBytes - 8) / max(1, blob.count)
      guess = attempt < 4 ? max(least + 1, min(fitting, most)) : (least + most + 1) / 2
    }
    if least == 0 { (least, best) = (1, TrackColumns.pack(Array(entries.prefix(1)))) }
    return (least, best)
  }
}

extension StoreFile {
  /// The fixes that can be packed together: fixes of one session with increasing times.
  private struct Run {
    var session: Int64
    var entries: [TrackColumns.Entry]
    /// Whether no further fix can belong to it.
    var isOver: Bool
  }

  /// Packs the oldest unpacked fixes, if they are older than a week and fill a page.
  ///
  /// - Parameters:
  ///   - now: Milliseconds since 1970 by this machine's clock.
  ///   - bound: The first number of the segment that still grows.
  /// - Returns: Whether there may be more to pack.
  /// - Throws: A fault; in this case nothing is packed.
  func seal(at now: Int64, before bound: Int64) throws(SQLiteFault) -> Bool {
    guard let first = try file.number("SELECT min(seq) FROM fix"), first < bound,
      let received = try file.number("SELECT t + lag FROM fix WHERE seq = \(first)"),
      Self.isOld(received, now), let run = try run(from: first, before: bound, at: now)
    else { return false }
    let (count, blob) = StoreSealing.fill(run.entries[...])
    guard run.isOver || count < run.entries.count || count == StoreSealing.mostFixes else { return false }
    let packed = run.entries[..<count]
    try file.transaction { () throws(SQLiteFault) in
      let way = try replaceSegments(of: packed, session: run.session)
      try insertPack(packed, blob, session: run.session, way: way)
      try file.run("DELETE FROM fix WHERE seq BETWEEN \(first) AND \(packed[count - 1].number)")
    }
    return true
  }

  /// Times far ahead come from a wrong clock, and must not stop the packing for years.
  private static func isOld(_ received: Int64, _ now: Int64) -> Bool {
    received <= now - StoreSealing.age || received > now + 86_400_000
  }

  private func run(from first: Int64, before bound: Int64, at now: Int64) throws(SQLiteFault) -> Run? {
    let query = try file.prepare(
      """
      SELECT \(StoreSchema.fixColumns) FROM fix WHERE seq BETWEEN ? AND ? ORDER BY seq
      LIMIT \(StoreSealing.mostFixes + 1)
      """, [first, bound - 1])
    var run: Run?
    while try query.next() {
      let (session, entry) = try StoreSchema.entry(of: query)
      guard let last = run?.entries.last else {
        run = Run(session: session, entries: [entry], isOver: false)
        continue
      }
      guard session == run?.session, StoreSegment.isNext(entry.row, after: last.row) else {
        run?.isOver = true
        return run
      }
      guard Self.isOld(entry.row.milliseconds &+ entry.row.lag, now) else { return run }
      run?.entries.append(entry)
    }
    // A session of an earlier opening gets no more fixes.
    if let session = run?.session, !isOpen(session), run?.entries.count ?? 0 <= StoreSealing.mostFixes {
      run?.isOver = true
    }
    return run
  }

  /// Removes the segments of fixes to be packed, and returns their distance; later fixes of the last segment get a new
  /// segment with a proportional share of its distance.
  private func replaceSegments(
    of packed: ArraySlice<TrackColumns.Entry>, session: Int64
  ) throws(SQLiteFault) -> Int64 {
    guard let first = packed.first?.number, let last = packed.last?.number else { return 0 }
    let range = "first BETWEEN \(first) AND \(last)"
    let way = try file.number("SELECT coalesce(sum(distance), 0) FROM segment WHERE \(range)") ?? 0
    let lastSegment = try file.prepare(
      "SELECT first, last, distance FROM segment WHERE \(range) AND last > \(last) ORDER BY 1 DESC LIMIT 1")
    let split = try lastSegment.next() ? (0..<3).map { lastSegment.number($0) } : []
    lastSegment.reset()
    try file.run("DELETE FROM segment WHERE \(range)")
    guard split.count == 3, let begin = split[0], let end = split[1], let whole = split[2] else { return way }
    let rest = try file.fixes(last + 1, end).map(\.entry)
    let before = packed.count { $0.number >= begin }
    let share = whole / Int64(max(1, before + rest.count)) * Int64(rest.count)
    try insertSegments(of: rest[...], session: session, way: share)
    return way - share
  }

  /// Inserts the segments of unpacked fixes; the last one has the distance.
  func insertSegments(
    of entries: ArraySlice<TrackColumns.Entry>, session: Int64, way: Int64
  ) throws(SQLiteFault) {
    var open: StoreSegment?
    for entry in entries {
      if open?.add(entry.number, 0, entry.row) == true { continue }
      if let open { try insert(open, session: session, way: 0) }
      open = StoreSegment(entry.number, 0, entry.row)
    }
    if let open { try insert(open, session: session, way: way) }
  }

  /// Packs fixes of a session with increasing times, and inserts their segments without a distance.
  func insertPacks(of entries: ArraySlice<TrackColumns.Entry>, session: Int64) throws(SQLiteFault) {
    var rest = entries
    while !rest.isEmpty {
      let (count, blob) = StoreSealing.fill(rest)
      try insertPack(rest.prefix(count), blob, session: session, way: 0)
      rest = rest.dropFirst(count)
    }
  }

  /// Inserts the segment of packed fixes, with their blob.
  func insertPack(
    _ entries: ArraySlice<TrackColumns.Entry>, _ blob: [UInt8], session: Int64, way: Int64
  ) throws(SQLiteFault) {
    guard let first = entries.first, var segment = StoreSegment(first.number, 0, first.row) else { return }
    for entry in entries.dropFirst() { segment.extend(entry.number, entry.row) }
    try insert(segment, session: session, way: way)
    try file.prepare("INSERT INTO pack VALUES (?, ?)").run([first.number, blob])
  }
}
