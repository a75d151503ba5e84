internal import GPSBase
internal import GPSSQLiteFiles
package import GPSTrackRows

/// Entries of one epoch, by their numbers: for a program that sends all of a store elsewhere.
package struct NumberedEntries: Sendable, Hashable {
  /// An entry that is not a fix.
  package struct Other: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
      case event(at: Int64)
      case gap(from: Int64, to: Int64)
      case dropped(last: Int64, at: Int64)
    }

    package var number: Int64
    package var content: Content
    /// The kind of an event, or the cause of a gap or a loss.
    package let kind: String
    /// The detail of an event, or the verdict at the end of a gap.
    package let detail: String?
    package var session: Int64?

    /// The last number that the entry is about.
    package var lastNumber: Int64 { if case .dropped(let last, _) = content { last } else { number } }
  }

  /// The opening of the store in which the numbers were given; nil if nothing is stored under them.
  package var epoch: Int64?
  /// The numbers that were looked for: those without an entry have none in the store.
  package var numbers: ClosedRange<Int64>
  package var fixes: [TrackColumns.Entry] = []
  /// The session of each fix.
  package var sessions: [Int64] = []
  package var others: [Other] = []
}

extension TrackStore {
  /// The store's 128 random bits, in hexadecimal digits.
  package func installation() throws(StoreError) -> String {
    try ask { () throws(SQLiteFault) in
      let query = try file.prepare("SELECT value FROM store WHERE key = 'installation'")
      guard try query.next(), let text = query.text(0) else {
        throw SQLiteFault(.wrongRows, "the store has no installation")
      }
      return text
    }
  }

  /// The state of a store, for comparisons.
  package struct Version: Sendable, Hashable {
    /// Changes when another connection has written.
    package let content: Int64
    /// Changes when tables do.
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
    try ask { () throws(SQLiteFault) in
      var last: Int64 = 0
      for query in [
        "SELECT last FROM segment ORDER BY first DESC LIMIT 1", "SELECT max(seq) FROM event",
        "SELECT max(seq) FROM gap", "SELECT last FROM dropped ORDER BY first DESC LIMIT 1",
      ] { last = max(last, try file.number(query) ?? 0) }
      return last
    }
  }

  /// The last epoch, and the first number after an earlier one; nil if there is no later epoch.
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

  /// The number of the first segment that has a fix since a time, in milliseconds; nil if no fix is later.
  package func firstNumber(since milliseconds: Int64) throws(StoreError) -> Int64? {
    try ask { () throws(SQLiteFault) in
      let query = try file.prepare("SELECT min(first) FROM segment WHERE t1 >= ?")
      try query.bind(1, milliseconds)
      return try query.next() ? query.number(0) : nil
    }
  }

  /// The entries from the first of some numbers on, up to the end of their epoch.
  ///
  /// - Parameters:
  ///   - numbers: The numbers.
  ///   - limit: The last number of an answer, if nothing is stored under the numbers, or if the last entry is about more.
  /// - Returns: The entries; its numbers begin with the first one.
  /// - Throws: A ``StoreError`` if the store can't be read.
  package func entries(
    _ numbers: ClosedRange<Int64>, limit: Int64
  ) throws(StoreError) -> NumberedEntries {
    try askAtOnce { () throws(SQLiteFault) in
      let first = numbers.lowerBound
      var fixes: [StoredFix] = []
      var next: Int64? = first
      while let number = next {
        next = try rows.read(SegmentPlace(numbers: numbers, session: 0), from: number, into: &fixes)
      }
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
      /// Ends the answer before an entry of another epoch.
      func accept(_ number: Int64, _ session: Int64) throws(SQLiteFault) -> Bool {
        let its = try epoch(session)
        if found.epoch == nil { found.epoch = its }
        guard its != found.epoch else { return true }
        found.numbers = first...max(first, min(found.numbers.upperBound, number - 1))
        return false
      }
      var (fix, other) = (0, 0)
      while fix < fixes.count || other < others.count {
        let isFix = other == others.count || fix < fixes.count && fixes[fix].number < others[other].number
        if isFix {
          guard try accept(fixes[fix].number, fixes[fix].session) else { break }
          fix += 1
        } else {
          if let session = others[other].session {
            guard try accept(others[other].number, session) else { break }
          }
          other += 1
        }
      }
      found.fixes = fixes[..<fix].map {
        TrackColumns.Entry(number: $0.number, monotonic: $0.monotonicMilliseconds, row: $0.row)
      }
      found.sessions = fixes[..<fix].map(\.session)
      found.others = Array(others[..<other])
      extend(&found, limit)
      // Losses alone are of no session.
      if found.epoch == nil { found.epoch = try file.number("SELECT max(epoch) FROM session") ?? 0 }
      return found
    }
  }

  /// Extends an answer to the end of the losses that are its last entry, and ends all losses there.
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

  private func others(_ numbers: ClosedRange<Int64>) throws(SQLiteFault) -> [NumberedEntries.Other] {
    let query = try file.prepare(
      """
      SELECT 0, seq, session, at, 0, kind, detail FROM event WHERE seq BETWEEN ?1 AND ?2
      UNION ALL SELECT 1, seq, session, t0, t1, cause, verdict FROM gap WHERE seq BETWEEN ?1 AND ?2
      UNION ALL SELECT 2, first, NULL, at, last, cause, NULL FROM dropped WHERE first <= ?2 AND last >= ?1
      ORDER BY 2
      """)
    try query.bind(1, numbers.lowerBound)
    try query.bind(2, numbers.upperBound)
    var others: [NumberedEntries.Other] = []
    while try query.next() {
      guard let kind = query.number(0), let number = query.number(1), let time = query.number(3),
        let end = query.number(4), let word = query.text(5)
      else { throw SQLiteFault(.wrongRows, "an entry has no number") }
      let content: NumberedEntries.Other.Content =
        switch kind {
        case 0: .event(at: time)
        case 1: .gap(from: time, to: end)
        default: .dropped(last: end, at: time)
        }
      others.append(
        NumberedEntries.Other(
          number: max(number, numbers.lowerBound), content: content, kind: word, detail: query.text(6),
          session: query.number(2)))
    }
    return others
  }

  /// The number at which the next entry may be.
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
}
