public import GNSS
internal import GPSSQLiteFiles
package import GPSTrackRows

/// A store opened for reading; its writer and other readers may use it at the same time.
///
/// ```swift
/// let store = try TrackStore(at: "track.db")
/// if let last = try store.lastKnown() { print(last.time, last.coordinate) }
/// try store.forEachFix(from: morning, to: noon) { print($0.fix) }
/// ```
///
/// Positions on damaged pages are omitted, and ``damage`` contains their times. Use a reader on one thread at a time.
public final class TrackStore {
  let file: SQLiteConnection
  let path: String
  let rows: SegmentRows<StoredFix>
  private let parts = DamagedParts()

  /// Opens a store.
  ///
  /// - Parameter path: The path of the store.
  /// - Throws: A ``StoreError`` if the store does not exist or can't be read.
  public init(at path: String) throws(StoreError) {
    self.path = path
    do throws(SQLiteFault) {
      file = try SQLiteConnection(path, .reading)
      try file.run("PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    } catch { throw StoreError(error, path) }
    switch try StoreSchema.kind(of: file, path) {
    case .ours, .newer: break
    case .unknown(let version): throw StoreSchema.newer(version, path)
    case .empty: throw StoreError(.notAStore, path, "found an empty database; expected a store")
    }
    do throws(SQLiteFault) { rows = try SegmentRows(file, parts) } catch { throw StoreError(error, path) }
  }

  /// The times with unreadable positions that queries have found until now, with the cause `damaged`.
  public var damage: [StoredGap] { parts.gaps }

  /// The number of unreadable positions in ``damage``.
  public var damagedCount: Int { parts.count }

  /// The last live fix, or otherwise the last imported fix; nil if the store is empty.
  public func lastKnown() throws(StoreError) -> StoredFix? {
    try ask { () throws(SQLiteFault) in
      // Without a live session, all segments would be searched for one.
      let isLive = try file.number("SELECT 1 FROM session WHERE kind <> 'import' LIMIT 1") != nil
      let live = "WHERE session NOT IN (SELECT id FROM session WHERE kind = 'import')"
      for condition in isLive ? [live, ""] : [""] {
        let query = try file.prepare(
          "SELECT last, session FROM segment \(condition) ORDER BY first DESC LIMIT 1")
        guard try query.next() else { continue }
        guard let number = query.number(0), let session = query.number(1) else { continue }
        return try fix(number, session: session)
      }
      return nil
    }
  }

  func fix(_ number: Int64, session: Int64) throws(SQLiteFault) -> StoredFix? {
    var (rows, fixes): (SegmentRows, [StoredFix]) = (rows, [])
    let parts = DamagedParts()
    rows.damage = parts
    let segment = SegmentPlace(numbers: number...number, session: session)
    _ = try rows.read(segment, from: number, into: &fixes)
    if fixes.isEmpty, parts.count > 0 {
      throw SQLiteFault(.wrongRows, parts.words ?? "fix \(number) is missing")
    }
    return fixes.last { $0.number == number }
  }

  /// Calls a closure for each fix of a time span, in order of arrival.
  ///
  /// - Parameters:
  ///   - from: The first time; nil for the first fix.
  ///   - to: The last time; nil for the last fix.
  ///   - body: The closure.
  /// - Throws: The closure's error, or a ``StoreError``.
  public func forEachFix(
    from: UTC? = nil, to: UTC? = nil, _ body: (StoredFix) throws -> Void
  ) throws { try forEachFix(StoreQuery(from: from, to: to), body) }

  /// Calls a closure for each fix that matches a query, in order of arrival.
  ///
  /// - Parameters:
  ///   - query: The fixes to select.
  ///   - body: The closure.
  /// - Throws: The closure's error, or a ``StoreError``. If fixes of the query are unreadable, the error is thrown
  ///   after all others.
  public func forEachFix(_ query: StoreQuery, _ body: (StoredFix) throws -> Void) throws {
    guard var pages = FixPages(query) else { return }
    let before = parts.count
    while let page = try read(&pages) { for fix in page { try body(fix) } }
    if parts.count > before { throw loss }
  }

  /// The error for unreadable positions.
  var loss: StoreError {
    StoreError(.damaged, path, parts.words ?? "\(parts.count) of its positions are missing")
  }

  /// The same for a closure that does not throw; false stops reading.
  package func visitFixes(_ query: StoreQuery, _ body: (StoredFix) -> Bool) throws(StoreError) {
    guard var pages = FixPages(query) else { return }
    var trip: [StoredFix] = []
    while let page = try read(&pages) {
      guard query.numbers != nil else {
        for fix in page where !body(fix) { return }
        continue
      }
      trip += page
    }
    // A trip has the order of time: an import may have a part of it.
    let order = Array(trip.indices).sorted { trip[$0].milliseconds < trip[$1].milliseconds }
    for index in order where !body(trip[index]) { return }
  }

  /// Whether a fix counts in summaries, because its time and its signals are credible.
  package func hasCountedFixes(_ query: StoreQuery) throws(StoreError) -> Bool {
    var found = false
    try visitFixes(query) {
      found = !$0.isSuspect && !$0.hasWrongTime
      return !found
    }
    return found
  }

  /// The fixes of a time span in order of arrival, for tasks.
  ///
  /// - Parameters:
  ///   - from: The first time; nil for the first fix.
  ///   - to: The last time; nil for the last fix.
  ///   - device: The key or the name of the device; nil for all.
  /// - Returns: A sequence that reads the store when it is iterated.
  public func fixes(from: UTC? = nil, to: UTC? = nil, of device: String? = nil) -> StoredFixes {
    fixes(StoreQuery(device: device, from: from, to: to))
  }

  /// The fixes that match a query, for tasks.
  public func fixes(_ query: StoreQuery) -> StoredFixes { StoredFixes(path: path, query: query) }

  /// The next page of a result; nil at its end.
  func read(_ pages: inout FixPages) throws(StoreError) -> [StoredFix]? {
    do throws(SQLiteFault) { return try pages.read(file, rows) } catch { throw StoreError(error, path) }
  }

  /// Runs a query, and adds the path to its faults.
  func ask<Answer>(_ question: () throws(SQLiteFault) -> Answer) throws(StoreError) -> Answer {
    do throws(SQLiteFault) { return try question() } catch { throw StoreError(error, path) }
  }

  /// Runs several queries on one snapshot of the store, which excludes entries written meanwhile.
  func askAtOnce<Answer>(_ question: () throws(SQLiteFault) -> Answer) throws(StoreError) -> Answer {
    try ask { () throws(SQLiteFault) in
      try file.run("BEGIN")
      // Nothing is written, and after a damaged page SQLite commits no more.
      defer { try? file.run("ROLLBACK") }
      return try question()
    }
  }
}

/// Entries of one epoch by number, for a program that sends a complete store elsewhere.
package struct NumberedEntries: Sendable, Hashable {
  /// The opening of the store that assigned the numbers; nil if they have no entries.
  package var epoch: Int64?
  /// The numbers that were searched; the store has no entries for the numbers missing in the result.
  package var numbers: ClosedRange<Int64>
  package var fixes: [TrackColumns.Entry] = []
  package var sessions: [Int64] = []
  package var others: [TrackRecord] = []
}

extension TrackStore {
  /// The store's 128 random bits, in hexadecimal digits.
  package func installation() throws(StoreError) -> String {
    try ask { () throws(SQLiteFault) in
      guard let text = try file.text("SELECT value FROM store WHERE key = 'installation'") else {
        throw SQLiteFault(.wrongRows, "the store has no installation")
      }
      return text
    }
  }

  /// The state of a store, for comparisons.
  package struct Version: Sendable, Hashable {
    /// Changes when another connection writes.
    package let content: Int64
    /// Changes with the tables.
    package let tables: Int64
  }

  /// The version, for which no table is read.
  package func version() throws(StoreError) -> Version {
    try ask { () throws(SQLiteFault) in
      Version(
        content: try file.number("PRAGMA data_version") ?? 0,
        tables: try file.number("PRAGMA schema_version") ?? 0)
    }
  }

  /// Limits the memory for pages of the file.
  package func limitCache(kilobytes: Int) throws(StoreError) {
    try ask { () throws(SQLiteFault) in try file.run("PRAGMA cache_size = -\(kilobytes)") }
  }

  /// The last number; 0 if the store is empty.
  package func lastNumber() throws(StoreError) -> Int64 {
    try ask { () throws(SQLiteFault) in try StoreSchema.lastNumber(in: file) }
  }

  /// The last epoch, and the first number after a given epoch; nil if there is no later epoch.
  package func epoch(after earlier: Int64) throws(StoreError) -> (last: Int64, first: Int64)? {
    try askAtOnce { () throws(SQLiteFault) in
      guard let last = try file.number("SELECT max(epoch) FROM session"), last > earlier else { return nil }
      let later = "session IN (SELECT id FROM session WHERE epoch > \(earlier))"
      var first = Int64.max
      for (column, table) in [("first", "segment"), ("seq", "event"), ("seq", "gap")] {
        first = min(first, try file.number("SELECT min(\(column)) FROM \(table) WHERE \(later)") ?? .max)
      }
      return first < .max ? (last, first) : nil
    }
  }

  /// The first segment with a fix at or after a time in milliseconds, if any.
  package func firstNumber(since milliseconds: Int64) throws(StoreError) -> Int64? {
    try ask { () throws(SQLiteFault) in
      try file.number("SELECT min(first) FROM segment WHERE t1 >= ?", [milliseconds])
    }
  }

  /// The entries from the first of some numbers up to the end of their epoch.
  ///
  /// - Parameters:
  ///   - numbers: The numbers.
  ///   - limit: The last number of a result, if the numbers have no entries, or if the last entry covers more.
  /// - Returns: The entries; its numbers begin with the first one.
  /// - Throws: A ``StoreError`` if the store can't be read.
  package func entries(_ numbers: ClosedRange<Int64>, limit: Int64) throws(StoreError) -> NumberedEntries {
    try askAtOnce { () throws(SQLiteFault) in
      let first = numbers.lowerBound
      // A number that can't be read must not be taken for one without an entry.
      var rows = rows
      rows.damage = nil
      let fixes = try rows.all(of: SegmentPlace(numbers: numbers, session: 0))
      let others = try self.others(numbers)
      guard !fixes.isEmpty || !others.isEmpty else {
        let end = try nextEntry(after: numbers.upperBound).map { min(limit, $0 - 1) } ?? limit
        return NumberedEntries(numbers: first...max(first, end))
      }
      var found = NumberedEntries(numbers: numbers)
      var epochs: [Int64: Int64] = [:]
      func epoch(_ session: Int64) throws(SQLiteFault) -> Int64 {
        if let known = epochs[session] { return known }
        let known = try file.number("SELECT epoch FROM session WHERE id = \(session)") ?? 0
        epochs[session] = known
        return known
      }
      /// Ends the result before an entry of another epoch.
      func accept(_ number: Int64, _ session: Int64) throws(SQLiteFault) -> Bool {
        let its = try epoch(session)
        if found.epoch == nil { found.epoch = its }
        guard its != found.epoch else { return true }
        found.numbers = first...max(first, min(found.numbers.upperBound, number - 1))
        return false
      }
      var (fix, other) = (0, 0)
      while fix < fixes.count || other < others.count {
        let isFix =
          other == others.count || fix < fixes.count && fixes[fix].number < others[other].record.number
        if isFix {
          guard try accept(fixes[fix].number, fixes[fix].session) else { break }
          fix += 1
        } else {
          if let session = others[other].session {
            guard try accept(others[other].record.number, session) else { break }
          }
          other += 1
        }
      }
      found.fixes = fixes[..<fix].map {
        TrackColumns.Entry(number: $0.number, monotonic: $0.monotonicMilliseconds, row: $0.row)
      }
      found.sessions = fixes[..<fix].map(\.session)
      found.others = others[..<other].map(\.record)
      extend(&found, limit)
      // Losses alone are of no session.
      if found.epoch == nil { found.epoch = try file.number("SELECT max(epoch) FROM session") ?? 0 }
      return found
    }
  }

  /// Extends a result to the end of the losses at its end, and ends all losses there.
  private func extend(_ found: inout NumberedEntries, _ limit: Int64) {
    if case .dropped(let end, _)? = found.others.last?.content, end > found.numbers.upperBound {
      found.numbers = found.numbers.lowerBound...max(found.numbers.upperBound, min(end, limit))
    }
    // One that the last entry lies in may be about more as well.
    for place in found.others.indices {
      guard case .dropped(let end, let at) = found.others[place].content else { continue }
      found.others[place].content = .dropped(last: min(end, found.numbers.upperBound), at: at)
    }
  }

  /// Records with their sessions; a loss belongs to no session.
  private func others(
    _ numbers: ClosedRange<Int64>
  ) throws(SQLiteFault) -> [(record: TrackRecord, session: Int64?)] {
    try file.rows(
      """
      SELECT 0, seq, session, at, 0, kind, detail FROM event WHERE seq BETWEEN ?1 AND ?2
      UNION ALL SELECT 1, seq, session, t0, t1, cause, verdict FROM gap WHERE seq BETWEEN ?1 AND ?2
      UNION ALL SELECT 2, first, NULL, at, last, cause, NULL FROM dropped WHERE first <= ?2 AND last >= ?1
      ORDER BY 2
      """, [numbers.lowerBound, numbers.upperBound]
    ) { query throws(SQLiteFault) in
      guard let kind = query.number(0), let number = query.number(1), let time = query.number(3),
        let end = query.number(4), let word = query.text(5)
      else { throw SQLiteFault(.wrongRows, "an entry has no number") }
      let content: TrackRecord.Content =
        switch kind {
        case 0: .event(at: time)
        case 1: .gap(from: time, to: end)
        default: .dropped(last: end, at: time)
        }
      let record = TrackRecord(
        number: max(number, numbers.lowerBound), content: content, kind: word, detail: query.text(6))
      return (record, query.number(2))
    }
  }

  /// The earliest possible number of the next entry.
  private func nextEntry(after number: Int64) throws(SQLiteFault) -> Int64? {
    // Fixes of a packed segment are in no rows: it may have the next number.
    if try file.number("SELECT first FROM segment WHERE first <= \(number) AND last > \(number) LIMIT 1")
      != nil
    {
      return number + 1
    }
    return try file.number(
      """
      SELECT min(n) FROM (
        SELECT min(first) AS n FROM segment WHERE first > \(number)
        UNION ALL SELECT min(seq) FROM event WHERE seq > \(number)
        UNION ALL SELECT min(seq) FROM gap WHERE seq > \(number)
        UNION ALL SELECT min(first) FROM dropped WHERE first > \(number))
      """)
  }

  /// The gaps that overlap the time of a query, in the order in which they ended.
  ///
  /// - Parameter query: The device and the time; area and step are ignored.
  /// - Returns: The gaps.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func gaps(_ query: StoreQuery = StoreQuery()) throws(StoreError) -> [StoredGap] {
    try entries("SELECT seq, session, t0, t1, cause, verdict FROM gap", "t1", "t0", query) {
      guard let from = $0.time(2), let to = $0.time(3) else { return nil }
      return StoredGap(
        number: $0.number(0) ?? 0, session: $0.number(1) ?? 0, from: from, to: to, cause: $0.text(4) ?? "",
        verdict: $0.text(5))
    }
  }

  /// The part of ``damage`` that overlaps the time of a query, for its device.
  package func damage(_ query: StoreQuery) throws(StoreError) -> [StoredGap] {
    guard !parts.gaps.isEmpty else { return [] }
    // The rows of its session and its device may be damaged, too.
    let devices = query.device == nil ? nil : try devices(StoreQuery(device: query.device))
    return parts.gaps.filter { gap in
      devices.map { $0[gap.session] != nil } ?? true && query.from.map { gap.to >= $0 } ?? true
        && query.to.map { gap.from <= $0 } ?? true
    }
  }

  /// The events in the time of a query, in the order in which they happened.
  ///
  /// - Parameter query: The device and the time; area and step are ignored.
  /// - Returns: The events.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func events(_ query: StoreQuery = StoreQuery()) throws(StoreError) -> [StoredEvent] {
    try entries("SELECT seq, session, at, kind, detail FROM event", "at", "at", query) {
      guard let time = $0.time(2) else { return nil }
      return StoredEvent(
        number: $0.number(0) ?? 0, session: $0.number(1) ?? 0, time: time, kind: $0.text(3) ?? "",
        detail: $0.text(4))
    }
  }

  /// The sessions that have a fix in the time of a query, or overlap that time.
  ///
  /// - Parameter query: The device and the time; area and step are ignored.
  /// - Returns: The sessions, in the order in which they began.
  /// - Throws: A ``StoreError`` if the store can't be read.
  package func sessions(_ query: StoreQuery = StoreQuery()) throws(StoreError) -> [StoredSession] {
    guard let times = query.times else { return [] }
    return try ask { () throws(SQLiteFault) in
      try file.rows(
        """
        SELECT session.id, key, name, kind, began, ended, program FROM session JOIN device ON device.id = device
        WHERE (session.id IN (SELECT session FROM segment WHERE +t0 <= ? AND t1 >= ?)
            OR (began <= ? AND coalesce(ended, began) >= ?))
          \(query.ofDevice("session.id")) ORDER BY session.id
        """,
        [times.upperBound, times.lowerBound, times.upperBound, times.lowerBound] + query.deviceValues
      ) { row in
        row.time(4).map { began in
          StoredSession(
            number: row.number(0) ?? 0, device: row.text(1) ?? "", name: row.text(2) ?? "",
            kind: row.text(3) ?? "", began: began, ended: row.time(5), program: row.text(6) ?? "")
        }
      }
    }
  }

  /// The key of the device of each session that ``sessions(_:)`` returns.
  package func devices(_ query: StoreQuery = StoreQuery()) throws(StoreError) -> [Int64: String] {
    Dictionary(uniqueKeysWithValues: try sessions(query).map { ($0.number, $0.device) })
  }

  /// Summarizes a time span: the known part of it, its gaps, and the distance.
  ///
  /// - Parameters:
  ///   - day: The time span, such as a day, from its first moment to its last.
  ///   - device: The key or the name of the device; nil for all.
  /// - Returns: The sums.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func summary(of day: ClosedRange<UTC>, device: String? = nil) throws(StoreError) -> DaySummary {
    let query = StoreQuery(device: device, from: day.lowerBound, to: day.upperBound)
    var tally = DayTally(
      seconds: day.upperBound.seconds(since: day.lowerBound), gaps: try gaps(query).map { $0.cut(to: day) })
    guard var pages = FixPages(query) else { return tally.finish(known: KnownDay(), first: nil, last: nil) }
    let rows = try ask { () throws(SQLiteFault) in try SegmentRows<BriefFix>(file, parts) }
    while let page = try ask({ () throws(SQLiteFault) in try pages.read(file, rows) }) {
      for fix in page { tally.add(fix) }
    }
    let lost = try damage(query).map { $0.cut(to: day) }
    tally.summary.gaps += lost
    var known = try knownDays([day.lowerBound, day.upperBound], device: device).first ?? KnownDay()
    known.known = max(0, known.known - lost.reduce(0) { $0 + $1.seconds })
    return tally.finish(
      known: known, first: try tally.ends.flatMap { (ends) throws(StoreError) in try fix(ends.first) },
      last: try tally.ends.flatMap { (ends) throws(StoreError) in try fix(ends.last) })
  }

  /// The fixes of a device before and after a moment, and the gap that contains the moment.
  ///
  /// The fixes are within a minute of the moment, or of the start and end of the gap.
  package func surroundings(
    of moment: UTC, _ device: String
  ) throws(StoreError) -> (before: StoredFix?, after: StoredFix?, gap: StoredGap?) {
    let gap = try gaps(StoreQuery(device: device, from: moment, to: moment)).last {
      $0.from < moment && moment < $0.to
    }
    let (begin, end) = (gap?.from ?? moment, gap?.to ?? moment)
    func time(_ moment: UTC, _ milliseconds: Int64) -> UTC {
      TrackRow.instant(TrackRow.milliseconds(moment) + milliseconds)
    }
    var (before, after): (StoredFix?, StoredFix?)
    try visitFixes(StoreQuery(device: device, from: time(begin, -60_000), to: begin)) { fix in
      if !fix.isSuspect, !fix.hasWrongTime, before.map({ $0.time <= fix.time }) ?? true { before = fix }
      return true
    }
    try visitFixes(StoreQuery(device: device, from: end, to: time(end, 60_000))) { fix in
      if !fix.isSuspect, !fix.hasWrongTime, after.map({ $0.time > fix.time }) ?? true { after = fix }
      return true
    }
    return (before, after, gap)
  }

  /// The complete fix; nil if it was removed meanwhile, or if its other columns are damaged.
  private func fix(_ brief: BriefFix) throws(StoreError) -> StoredFix? {
    try ask { () throws(SQLiteFault) in
      do throws(SQLiteFault) { return try fix(brief.number, session: brief.session) } catch {
        guard error.isDamaged else { throw error }
        return nil
      }
    }
  }

  /// The first and the last time in the store, ignoring wrong times; nil if it is empty.
  public func span(of device: String? = nil) throws(StoreError) -> ClosedRange<UTC>? {
    try ask { () throws(SQLiteFault) in
      let statement = try file.prepare(
        "SELECT min(t0), max(t1) FROM segment"
          + (device == nil ? "" : " WHERE session IN (\(StoreSchema.sessionsOfDevice))"),
        StoreQuery(device: device).deviceValues)
      guard try statement.next(), let first = statement.time(0), let last = statement.time(1), first <= last
      else { return nil }
      return first...last
    }
  }

  /// Reads the rows of a table in pages.
  private func entries<Entry>(
    _ select: String, _ end: String, _ begin: String, _ query: StoreQuery,
    _ entry: (SQLiteStatement) -> Entry?
  ) throws(StoreError) -> [Entry] {
    guard let times = query.times else { return [] }
    return try ask { () throws(SQLiteFault) in
      let statement = try file.prepare(
        """
        \(select) WHERE seq > ? AND \(end) >= ? AND \(begin) <= ?
          \(query.ofDevice()) ORDER BY seq LIMIT \(SegmentPage.rows)
        """)
      var found: [Entry] = []
      var last = Int64.min
      while true {
        statement.reset()
        try statement.bind([last, times.lowerBound, times.upperBound] + query.deviceValues)
        var count = 0
        while try statement.next() {
          count += 1
          last = statement.number(0) ?? last
          guard let entry = entry(statement) else {
            throw SQLiteFault(.wrongRows, "a row has a time out of range")
          }
          found.append(entry)
        }
        if count < SegmentPage.rows { return found }
      }
    }
  }
}

extension SQLiteStatement {
  /// A column in milliseconds since 1970; nil for NULL and for impossible times.
  func time(_ column: Int) -> UTC? {
    guard let milliseconds = number(column), TrackRow.isTime(milliseconds) else { return nil }
    return TrackRow.instant(milliseconds)
  }
}
