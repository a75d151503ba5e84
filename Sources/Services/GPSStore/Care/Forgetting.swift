internal import GPSSQLiteFiles
internal import GPSTrackRows

/// The counts of a removal that a user asked for.
public struct RemovalCounts: Sendable, Hashable {
  /// How many fixes are gone.
  public internal(set) var fixes = 0
  /// How many more are gone whose times and places could not be read, in segments that reach into the selection.
  public internal(set) var unreadable = 0
  /// How many events are gone.
  public internal(set) var events = 0
  /// How many gaps are gone; others end where the time begins, or begin where it ends.
  public internal(set) var gaps = 0
  /// The files beside the store that may still have what is gone: copies of it.
  public internal(set) var copies: [String] = []
  /// The numbers that are gone; the table `dropped` has them.
  var numbers = NumberRanges()
}

extension StoreFile {
  /// Removes the fixes that a query asks for, with all copies of them in the file and its log.
  ///
  /// If the query has no area, the events and gaps of its time go too; they have no place.
  ///
  /// - Parameters:
  ///   - query: The fixes; its step does not count.
  ///   - now: Milliseconds since 1970 by this machine's clock.
  /// - Returns: The counts of what is gone; the log has it until it is moved.
  /// - Throws: A fault; nothing is removed then.
  func forget(_ query: StoreQuery, at now: Int64) throws(SQLiteFault) -> RemovalCounts {
    var gone = RemovalCounts()
    guard let times = query.times else { return gone }
    try file.transaction { () throws(SQLiteFault) in
      gone = RemovalCounts()
      // The odometer stays as it is.
      try StoredWay.add(in: file)
      for segment in try segments(of: query, in: times) { try cut(segment, query, times, &gone) }
      if query.box == nil { try cutTimes(times, query, &gone) }
      try StoredWay.recountAll(in: file)
      for range in gone.numbers.ranges { try drop(range, at: now, cause: "forgotten") }
    }
    return gone
  }

  /// Notes that numbers stand for nothing any more.
  func drop(
    _ numbers: ClosedRange<Int64>, count: Int64? = nil, at now: Int64, cause: String
  ) throws(SQLiteFault) {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    try file.prepare("INSERT OR REPLACE INTO dropped VALUES (?, ?, ?, ?, ?)")
      .run([first, last, count ?? last - first + 1, now, cause])
  }

  // MARK: - Fixes

  private func segments(
    of query: StoreQuery, in times: ClosedRange<Int64>
  ) throws(SQLiteFault) -> [SegmentPlace] {
    try file.rows(
      """
      SELECT first, last, session FROM segment WHERE +t0 <= ? AND t1 >= ? \(query.ofDevice()) \(query.inBox)
      ORDER BY first
      """, [times.upperBound, times.lowerBound] + query.deviceValues + query.boxValues, SegmentPlace.init)
  }

  /// Removes a query's fixes from a segment; the others get segments of their own.
  private func cut(
    _ segment: SegmentPlace, _ query: StoreQuery, _ times: ClosedRange<Int64>, _ gone: inout RemovalCounts
  ) throws(SQLiteFault) {
    let (first, last) = (segment.numbers.lowerBound, segment.numbers.upperBound)
    var packed: [TrackColumns.Entry]?
    var fault: SQLiteFault?
    do throws(SQLiteFault) { packed = try PackedSegment.fixes(file, first) } catch { fault = error }
    let plain = packed == nil && fault?.cause != .wrongRows ? try file.fixes(first, last).map(\.entry) : []
    if let fault, plain.isEmpty {
      // On a page that SQLite can't read, nothing can be removed.
      guard fault.cause == .wrongRows else { throw fault }
      // Unreadable rows can't be divided, and must not stay.
      let parts = DamagedParts()
      _ = try SegmentRows<BriefFix>(file, parts).all(of: segment)
      gone.unreadable += parts.count
      gone.numbers.formUnion(parts.numbers)
      try file.run("DELETE FROM pack WHERE first = \(first); DELETE FROM segment WHERE first = \(first)")
      return
    }
    let entries = packed ?? plain
    var (kept, lost): ([TrackColumns.Entry], NumberRanges) = ([], NumberRanges())
    for entry in entries {
      let isInBox = query.box.map { box in entry.row.coordinate.map { box.contains($0) } ?? false } ?? true
      guard isInBox, times.contains(entry.row.milliseconds) else {
        kept.append(entry)
        continue
      }
      lost.insert(entry.number...entry.number)
    }
    guard !lost.isEmpty else { return }
    gone.fixes += entries.count - kept.count
    gone.numbers.formUnion(lost)
    try file.run("DELETE FROM segment WHERE first = \(first)")
    guard packed != nil else {
      for range in lost.ranges {
        let end = min(last, range.upperBound)
        try file.run("DELETE FROM fix WHERE seq BETWEEN \(range.lowerBound) AND \(end)")
      }
      return try insertSegments(of: kept[...], session: segment.session, way: 0)
    }
    try file.run("DELETE FROM pack WHERE first = \(first)")
    try insertPacks(of: kept[...], session: segment.session)
  }

  // MARK: - Events and gaps

  private func cutTimes(
    _ times: ClosedRange<Int64>, _ query: StoreQuery, _ gone: inout RemovalCounts
  ) throws(SQLiteFault) {
    func run(_ text: String, _ numbers: [Int64]) throws(SQLiteFault) -> [Int64] {
      try file.rows("\(text) \(query.ofDevice()) RETURNING seq", numbers + query.deviceValues) {
        $0.number(0)
      }
    }
    let (from, to) = (times.lowerBound, times.upperBound)
    let events = try run("DELETE FROM event WHERE at BETWEEN ? AND ?", [from, to])
    let gaps = try run("DELETE FROM gap WHERE t0 >= ? AND t1 <= ?", [from, to])
    // A gap that reaches into the time ends where the time begins, or the other way round.
    if from > .min {
      _ = try run("UPDATE gap SET t1 = ? WHERE t0 < ? AND t1 BETWEEN ? AND ?", [from - 1, from, from, to])
    }
    if to < .max {
      _ = try run("UPDATE gap SET t0 = ? WHERE t1 > ? AND t0 BETWEEN ? AND ?", [to + 1, to, from, to])
    }
    (gone.events, gone.gaps) = (events.count, gaps.count)
    for number in events + gaps { gone.numbers.insert(number...number) }
  }
}
