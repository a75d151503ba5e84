internal import GPSSQLiteFiles
internal import GPSTrackRows

/// The counts of a removal that a user requested.
public struct RemovalCounts: Sendable, Hashable {
  /// The number of removed fixes.
  public internal(set) var fixes = 0
  /// The number of other removed fixes: their times and places could not be read, and their segments overlap the
  /// selection.
  public internal(set) var unreadable = 0
  /// The number of removed events.
  public internal(set) var events = 0
  /// The number of removed gaps; gaps that only overlap the time are shortened.
  public internal(set) var gaps = 0
  /// The files beside the store that may still contain the removed data, since they are copies.
  public internal(set) var copies: [String] = []
  /// The removed numbers, which the table `dropped` lists.
  var numbers = NumberRanges()
}

extension StoreFile {
  /// Removes the fixes that match a query, with all copies of them in the file and its log.
  ///
  /// If the query has no area, it also removes the events and gaps of that time, which have no place.
  ///
  /// - Parameters:
  ///   - query: The fixes to remove; the step is ignored.
  ///   - now: Milliseconds since 1970 by this machine's clock.
  /// - Returns: The counts; the log contains the removed data until it is moved.
  /// - Throws: A fault; in this case nothing is removed.
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

  /// Records that numbers no longer have an entry.
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
