internal import GPSSQLiteFiles
internal import GPSTrackRows

/// The counts of a removal that a user asked for.
public struct Forgotten: Sendable, Hashable {
  /// How many fixes are gone.
  public internal(set) var fixes = 0
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
  func forget(_ query: StoreQuery, at now: Int64) throws(SQLiteFault) -> Forgotten {
    var gone = Forgotten()
    guard let times = query.times else { return gone }
    try file.transaction { () throws(SQLiteFault) in
      gone = Forgotten()
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
  func drop(_ numbers: ClosedRange<Int64>, at now: Int64, cause: String) throws(SQLiteFault) {
    let insert = try file.prepare("INSERT OR REPLACE INTO dropped VALUES (?, ?, ?, ?, ?)")
    try insert.bind(1, numbers.lowerBound)
    try insert.bind(2, numbers.upperBound)
    try insert.bind(3, numbers.upperBound - numbers.lowerBound + 1)
    try insert.bind(4, now)
    try insert.bind(5, cause)
    try insert.run()
  }

  // MARK: - Fixes

  private func segments(
    of query: StoreQuery, in times: ClosedRange<Int64>
  ) throws(SQLiteFault) -> [SegmentPlace] {
    let statement = try file.prepare(
      """
      SELECT first, last, session FROM segment WHERE +t0 <= ? AND t1 >= ?
      \(query.device == nil ? "" : "AND session IN (\(StoreSchema.sessionsOfDevice))") ORDER BY first
      """)
    try statement.bind(1, times.upperBound)
    try statement.bind(2, times.lowerBound)
    if let device = query.device {
      try statement.bind(3, device)
      try statement.bind(4, device)
    }
    var found: [SegmentPlace] = []
    while try statement.next() {
      guard let first = statement.number(0), let last = statement.number(1),
        let session = statement.number(2), first <= last
      else { throw SQLiteFault(.wrongRows, "a segment has no numbers") }
      found.append(SegmentPlace(numbers: first...last, session: session))
    }
    return found
  }

  /// Removes a query's fixes from a segment; the others get segments of their own.
  private func cut(
    _ segment: SegmentPlace, _ query: StoreQuery, _ times: ClosedRange<Int64>, _ gone: inout Forgotten
  ) throws(SQLiteFault) {
    let (first, last) = (segment.numbers.lowerBound, segment.numbers.upperBound)
    let packed = try PackedSegment.fixes(file, first)
    let entries = if let packed { packed } else { try plain(segment.numbers) }
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

  private func plain(_ numbers: ClosedRange<Int64>) throws(SQLiteFault) -> [TrackColumns.Entry] {
    let query = try file.prepare(
      "SELECT \(StoreSchema.fixColumns) FROM fix WHERE seq BETWEEN ? AND ? ORDER BY seq")
    try query.bind(1, numbers.lowerBound)
    try query.bind(2, numbers.upperBound)
    var entries: [TrackColumns.Entry] = []
    while try query.next() { entries.append(try StoreSchema.entry(of: query).entry) }
    return entries
  }

  // MARK: - Events and gaps

  private func cutTimes(
    _ times: ClosedRange<Int64>, _ query: StoreQuery, _ gone: inout Forgotten
  ) throws(SQLiteFault) {
    let ofDevice = query.device == nil ? "" : "AND session IN (\(StoreSchema.sessionsOfDevice))"
    func run(_ text: String, _ numbers: [Int64]) throws(SQLiteFault) -> [Int64] {
      let statement = try file.prepare("\(text) \(ofDevice) RETURNING seq")
      for (place, number) in numbers.enumerated() { try statement.bind(place + 1, number) }
      if let device = query.device {
        for place in 1...2 { try statement.bind(numbers.count + place, device) }
      }
      var found: [Int64] = []
      while try statement.next() { if let number = statement.number(0) { found.append(number) } }
      return found
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
