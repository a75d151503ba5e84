package import GNSS
package import GPSTrackRows
internal import GPSSQLiteFiles

// The rows of a day, as a page shows them: one a second, in memory at once.

extension TrackStore {
  /// The fixes of a device within at most ``longestDay``, at most one per second, ordered by time.
  ///
  /// A row without a position marks the start of each gap. Fixes with wrong times are omitted. If an import and a live
  /// session have the same second, the earlier session is used.
  ///
  /// - Parameters:
  ///   - times: The time span; the part beyond ``longestDay`` is ignored.
  ///   - device: The key or the name of the device.
  /// - Returns: The rows, numbered from 1.
  /// - Throws: A ``StoreError`` if the store can't be read.
  package func rows(in times: ClosedRange<UTC>, of device: String) throws(StoreError) -> [TrackRow] {
    let query = StoreQuery(device: device, from: times.lowerBound, to: times.upperBound)
    var day = SecondRows(from: times.lowerBound)
    try visitFixes(query) { stored in
      if !stored.hasWrongTime { day.add(stored.row) }
      return true
    }
    for gap in try gaps(query) + damage(query) {
      var fix = Fix()
      fix.time = UTC(secondsSince1970: gap.from.secondsSince1970 + 1, nanosecond: gap.from.nanosecond)
      if let time = fix.time, time < gap.to { day.add(TrackRow(fix, signal: nil, received: time)) }
    }
    return day.sorted()
  }

  /// The longest time span of ``rows(in:of:)``: a day on which clocks are set back by two hours.
  static let longestDay = 26 * 3600

  /// The last live fixes of a device, at most one per second, in order of arrival.
  ///
  /// - Parameters:
  ///   - device: The key or the name of the device.
  ///   - since: The earliest arrival of a fix, by this machine's clock.
  ///   - most: The maximum number of fixes.
  /// - Returns: The rows, numbered from 1.
  /// - Throws: A ``StoreError`` if the store can't be read.
  package func lastRows(of device: String, since: UTC, most: Int) throws(StoreError) -> [TrackRow] {
    try ask { () throws(SQLiteFault) in
      // From the last segment back: fixes are numbered as they came, whatever their times are.
      let query = try file.prepare(
        """
        SELECT first, last, session FROM segment WHERE session IN (\(StoreSchema.sessionsOfDevice))
          AND session NOT IN (SELECT id FROM session WHERE kind = 'import') ORDER BY first DESC
        """, [device])
      var found: [[TrackRow]] = []
      var count = 0
      while count < most, try query.next() {
        let rows = try lastRows(of: SegmentPlace(query), since: since)
        guard !rows.isEmpty else { break }
        found.append(rows)
        count += rows.count
      }
      var rows = Array(found.reversed().joined().suffix(most))
      for place in rows.indices { rows[place].epoch = UInt32(clamping: place + 1) }
      return rows
    }
  }

  private func lastRows(of segment: SegmentPlace, since: UTC) throws(SQLiteFault) -> [TrackRow] {
    var kept: [TrackRow] = []
    for fix in try rows.all(of: segment) where fix.received >= since {
      let second = fix.milliseconds.floored(by: 1000)
      if let last = kept.last, last.milliseconds.floored(by: 1000) == second { continue }
      kept.append(fix.row)
    }
    return kept
  }
}

private struct SecondRows {
  private let begin: Int64
  private var isTaken = [Bool](repeating: false, count: TrackStore.longestDay)
  private var rows: [TrackRow] = []

  init(from begin: UTC) { self.begin = TrackRow.milliseconds(begin).floored(by: 1000) }

  mutating func add(_ row: TrackRow) {
    let second = Int(row.milliseconds.floored(by: 1000) - begin)
    guard isTaken.indices.contains(second), !isTaken[second] else { return }
    isTaken[second] = true
    rows.append(row)
  }

  /// The rows ordered by time, numbered from 1.
  consuming func sorted() -> [TrackRow] {
    rows.sort { $0.milliseconds < $1.milliseconds }
    for place in rows.indices { rows[place].epoch = UInt32(place + 1) }
    return rows
  }
}
