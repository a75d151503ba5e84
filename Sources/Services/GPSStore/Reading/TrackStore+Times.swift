public import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

extension TrackStore {
  /// The times without a position that reach into the time of a query, in the order in which they ended.
  ///
  /// - Parameter query: The device and the time; area and step do not count.
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

  /// The events in the time of a query, in the order in which they happened.
  ///
  /// - Parameter query: The device and the time; area and step do not count.
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

  /// The sessions that have a fix in the time of a query, or that began or went on in it.
  ///
  /// - Parameter query: The device and the time; area and step do not count.
  /// - Returns: The sessions, in the order in which they began.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func sessions(_ query: StoreQuery = StoreQuery()) throws(StoreError) -> [StoredSession] {
    guard let times = query.times else { return [] }
    return try ask { () throws(SQLiteFault) in
      let statement = try file.prepare(
        """
        SELECT session.id, key, name, kind, began, ended, program FROM session JOIN device ON device.id = device
        WHERE (session.id IN (SELECT session FROM segment WHERE +t0 <= ? AND t1 >= ?)
            OR (began <= ? AND coalesce(ended, began) >= ?))
          \(query.device == nil ? "" : "AND session.id IN (\(StoreSchema.sessionsOfDevice))") ORDER BY session.id
        """)
      for place in 1...4 {
        try statement.bind(place, place.isMultiple(of: 2) ? times.lowerBound : times.upperBound)
      }
      if let device = query.device {
        try statement.bind(5, device)
        try statement.bind(6, device)
      }
      var found: [StoredSession] = []
      while try statement.next() {
        guard let began = statement.time(4) else { continue }
        found.append(
          StoredSession(
            number: statement.number(0) ?? 0, device: statement.text(1) ?? "", name: statement.text(2) ?? "",
            kind: statement.text(3) ?? "", began: began, ended: statement.time(5),
            program: statement.text(6) ?? ""))
      }
      return found
    }
  }

  /// A time in short: how much of it is known, its gaps, the way.
  ///
  /// - Parameters:
  ///   - day: The time, such as a day, from its first moment to its last.
  ///   - device: The key or the name of the device; nil for all.
  /// - Returns: The sums.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func summary(of day: ClosedRange<UTC>, device: String? = nil) throws(StoreError) -> DaySummary {
    let query = StoreQuery(device: device, from: day.lowerBound, to: day.upperBound)
    var tally = DayTally(seconds: day.upperBound.seconds(since: day.lowerBound), gaps: try gaps(query))
    guard var pages = FixPages(query) else { return tally.finish(known: KnownDay(), first: nil, last: nil) }
    let rows = try ask { () throws(SQLiteFault) in try SegmentRows<BriefFix>(file) }
    while let page = try ask({ () throws(SQLiteFault) in try pages.read(file, rows) }) {
      for fix in page { tally.add(fix) }
    }
    return tally.finish(
      known: try knownDays([day.lowerBound, day.upperBound], device: device).first ?? KnownDay(),
      first: try tally.ends.flatMap { (ends) throws(StoreError) in try fix(ends.first) },
      last: try tally.ends.flatMap { (ends) throws(StoreError) in try fix(ends.last) })
  }

  /// All of a fix; nil if it is gone meanwhile.
  private func fix(_ brief: BriefFix) throws(StoreError) -> StoredFix? {
    try ask { () throws(SQLiteFault) in try fix(brief.number, session: brief.session) }
  }

  /// The first time in the store and the last one, without wrong ones; nil if it is empty.
  public func span(of device: String? = nil) throws(StoreError) -> ClosedRange<UTC>? {
    try ask { () throws(SQLiteFault) in
      let statement = try file.prepare(
        "SELECT min(t0), max(t1) FROM segment"
          + (device == nil ? "" : " WHERE session IN (\(StoreSchema.sessionsOfDevice))"))
      if let device {
        try statement.bind(1, device)
        try statement.bind(2, device)
      }
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
          \(query.device == nil ? "" : "AND session IN (\(StoreSchema.sessionsOfDevice))")
        ORDER BY seq LIMIT \(SegmentPage.rows)
        """)
      var found: [Entry] = []
      var last = Int64.min
      while true {
        statement.reset()
        for (place, number) in [last, times.lowerBound, times.upperBound].enumerated() {
          try statement.bind(place + 1, number)
        }
        if let device = query.device {
          try statement.bind(4, device)
          try statement.bind(5, device)
        }
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
  /// A column in milliseconds since 1970; nil for NULL and for what no clock reports.
  fileprivate func time(_ column: Int) -> UTC? {
    guard let milliseconds = number(column), TrackRow.isTime(milliseconds) else { return nil }
    return TrackRow.instant(milliseconds)
  }
}
