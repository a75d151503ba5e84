public import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A day of a device, from its segments alone.
public struct KnownDay: Sendable, Hashable {
  /// The seconds in which the position was known.
  public internal(set) var known = 0.0
  /// The length of the way in meters; at rest nothing is added.
  public internal(set) var way = 0.0
}

extension TrackStore {
  /// The days between some moments, without reading their fixes: years take milliseconds.
  ///
  /// - Parameters:
  ///   - bounds: The begin of each day, and the end of the last one.
  ///   - device: The key or the name of a device; nil for the sum of all.
  /// - Returns: A value for each day.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func knownDays(_ bounds: [UTC], device: String? = nil) throws(StoreError) -> [KnownDay] {
    guard let first = bounds.first, let last = bounds.last, bounds.count > 1, first <= last else { return [] }
    let query = StoreQuery(device: device, from: first, to: last)
    var tally = KnownTally(bounds.map(TrackRow.milliseconds), try gaps(query))
    try ask { () throws(SQLiteFault) in
      try deriveMotion()
      let statement = try file.prepare(
        """
        SELECT first, last, session, t0, t1, way FROM segment WHERE first > ? AND +t0 <= ? AND t1 >= ?
          \(device == nil ? "" : "AND session IN (\(StoreSchema.sessionsOfDevice))")
        ORDER BY first LIMIT \(SegmentPage.rows)
        """)
      var found: Int64? = .min
      while let after = found {
        statement.reset()
        try statement.bind(1, after)
        try statement.bind(2, TrackRow.milliseconds(last))
        try statement.bind(3, TrackRow.milliseconds(first))
        if let device {
          try statement.bind(4, device)
          try statement.bind(5, device)
        }
        var count = 0
        while try statement.next() {
          let numbers = (0..<6).map { statement.number($0) ?? 0 }
          guard numbers[0] <= numbers[1], numbers[3] <= numbers[4], TrackRow.isTime(numbers[3]),
            TrackRow.isTime(numbers[4])
          else {
            throw SQLiteFault(.sqlite(11), "a segment has numbers or times out of range")
          }
          tally.add(numbers[0]...numbers[1], session: numbers[2], numbers[3]...numbers[4], way: numbers[5])
          (count, found) = (count + 1, numbers[0])
        }
        if count < SegmentPage.rows { found = nil }
      }
    }
    return tally.days
  }
}

/// Adds the times of segments to days, without the gaps in them.
private struct KnownTally {
  private(set) var days: [KnownDay]
  private let bounds: [Int64]
  private var gaps: ArraySlice<StoredGap>
  private var last: (session: Int64, milliseconds: Int64)?

  init(_ bounds: [Int64], _ gaps: [StoredGap]) {
    (self.bounds, self.gaps) = (bounds, gaps[...])
    days = Array(repeating: KnownDay(), count: bounds.count - 1)
  }

  mutating func add(
    _ numbers: ClosedRange<Int64>, session: Int64, _ times: ClosedRange<Int64>, way: Int64
  ) {
    // The time between two segments of a session is known, unless there is a gap in it.
    var begin = times.lowerBound
    let joins = last.map { $0.session == session && $0.milliseconds <= begin } ?? false
    if joins, let last { begin = last.milliseconds }
    // The way of a segment across midnight belongs to each day by its time.
    let length = Double(times.upperBound - times.lowerBound)
    let share = Double(way) / 1000 / max(length, 1)
    forEachDay(of: length > 0 ? times : times.lowerBound...(times.lowerBound + 1)) { $0.way += share * $1 }
    forEachDay(of: begin...times.upperBound) { $0.known += $1 / 1000 }
    last = (session, times.upperBound)
    while let gap = gaps.first, gap.number < numbers.upperBound {
      gaps.removeFirst()
      // A gap before the first fix of a session is in no segment.
      let from = max(TrackRow.milliseconds(gap.from), begin)
      let to = min(TrackRow.milliseconds(gap.to), times.upperBound)
      if gap.session == session, from < to { forEachDay(of: from...to) { $0.known -= $1 / 1000 } }
    }
  }

  /// Passes each day that a time reaches into, with the milliseconds of it.
  private mutating func forEachDay(of times: ClosedRange<Int64>, _ add: (inout KnownDay, Double) -> Void) {
    // The first day that ends after the begin.
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle + 1] <= times.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < days.count, bounds[low] < times.upperBound {
      let length = min(times.upperBound, bounds[low + 1]) - max(times.lowerBound, bounds[low])
      add(&days[low], Double(length))
      low += 1
    }
  }
}
