public import GNSS
internal import GPSGeodesy
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A day of a device, from its segments alone.
public struct KnownDay: Sendable, Hashable {
  /// The seconds in which the position was known.
  public internal(set) var known = 0.0
  /// The length of the way in meters; at rest nothing is added.
  public internal(set) var way = 0.0
  /// The time of its first fix, and of its last one; nil without a fix.
  public internal(set) var first, last: UTC?
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
    var tally = KnownTally(bounds.map(TrackRow.milliseconds), try storedGaps(query))
    let imports = try imports()
    var covered: [Int64: CoveredTimes] = [:]
    try ask { () throws(SQLiteFault) in
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
            throw SQLiteFault(.wrongRows, "a segment has numbers or times out of range")
          }
          let device = imports[numbers[2]]
          if let device, tally.session != numbers[2] {
            try covered[device, default: CoveredTimes(hasGaps: false)]
              .read(file, of: device, before: numbers[2])
          }
          let (segment, times) = (
            SegmentPlace(numbers: numbers[0]...numbers[1], session: numbers[2]), numbers[3]...numbers[4]
          )
          let fixes = tally.areOnTwoDays(times) ? try self.fixes(of: segment) : []
          tally.add(segment, times, way: numbers[5], fixes, without: device.flatMap { covered[$0] })
          tally.note(fixes.isEmpty ? [times.lowerBound, times.upperBound] : fixes.map(\.milliseconds))
          (count, found) = (count + 1, numbers[0])
        }
        if count < SegmentPage.rows { found = nil }
      }
    }
    return tally.days
  }

  private func fixes(of segment: SegmentPlace) throws(SQLiteFault) -> [StoredFix] {
    var fixes: [StoredFix] = []
    var next: Int64? = segment.numbers.lowerBound
    while let number = next { next = try rows.read(segment, from: number, into: &fixes) }
    return fixes
  }
}

/// Adds the times of segments to days, without the gaps in them.
private struct KnownTally {
  private(set) var days: [KnownDay]
  private let bounds: [Int64]
  private var gaps: ArraySlice<StoredGap>
  private var last: (session: Int64, milliseconds: Int64)?
  /// The session of the last segment.
  var session: Int64? { last?.session }

  init(_ bounds: [Int64], _ gaps: [StoredGap]) {
    (self.bounds, self.gaps) = (bounds, gaps[...])
    days = Array(repeating: KnownDay(), count: bounds.count - 1)
  }

  /// Adds a segment, with its fixes if it is on two days.
  mutating func add(
    _ segment: SegmentPlace, _ times: ClosedRange<Int64>, way: Int64, _ fixes: [StoredFix],
    without covered: CoveredTimes?
  ) {
    let (numbers, session) = (segment.numbers, segment.session)
    // The time between two segments of a session is known, unless there is a gap in it.
    var begin = times.lowerBound
    let joins = last.map { $0.session == session && $0.milliseconds <= begin } ?? false
    if joins, let last { begin = last.milliseconds }
    divide(Double(way) / 1000, times, fixes)
    let known = begin...times.upperBound
    let parts = covered?.rest(of: known) ?? [known]
    for part in parts { forEachDay(of: part) { $0.known += $1 / 1000 } }
    last = (session, times.upperBound)
    while let gap = gaps.first, gap.number < numbers.upperBound {
      gaps.removeFirst()
      // A gap before the first fix of a session is in no segment.
      for part in gap.session == session ? parts : [] {
        let from = max(TrackRow.milliseconds(gap.from), part.lowerBound)
        let to = min(TrackRow.milliseconds(gap.to), part.upperBound)
        if from < to { forEachDay(of: from...to) { $0.known -= $1 / 1000 } }
      }
    }
  }

  /// Adds a way to the days by the steps between its fixes; without steps, by its time.
  private mutating func divide(_ way: Double, _ times: ClosedRange<Int64>, _ fixes: [StoredFix]) {
    var steps = zip(fixes, fixes.dropFirst()).map { fix, next in
      (
        times: fix.milliseconds...max(fix.milliseconds, next.milliseconds),
        meters: fix.coordinate.flatMap { from in next.coordinate.map { from.distance(to: $0) } } ?? 0
      )
    }
    var sum = steps.reduce(0) { $0 + $1.meters }
    if !(sum > 0) { (steps, sum) = ([(times, 1)], 1) }
    for (times, meters) in steps {
      let length = max(1, times.upperBound - times.lowerBound)
      let share = way * meters / sum / Double(length)
      forEachDay(of: times.lowerBound...(times.lowerBound + length)) { $0.way += share * $1 }
    }
  }

  /// Notes the times of fixes.
  mutating func note(_ times: [Int64]) {
    for time in times {
      let place = day(endingAfter: time)
      guard place < days.count, bounds[place] <= time else { continue }
      let moment = TrackRow.instant(time)
      days[place].first = min(days[place].first ?? moment, moment)
      days[place].last = max(days[place].last ?? moment, moment)
    }
  }

  /// Whether a day begins or ends between two times.
  func areOnTwoDays(_ times: ClosedRange<Int64>) -> Bool {
    let place = day(endingAfter: times.lowerBound)
    guard place < days.count else { return false }
    return bounds[place] > times.lowerBound || bounds[place + 1] <= times.upperBound
  }

  /// The number of the first day that ends after a time.
  private func day(endingAfter time: Int64) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle + 1] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Passes each day that a time reaches into, with the milliseconds of it.
  private mutating func forEachDay(of times: ClosedRange<Int64>, _ add: (inout KnownDay, Double) -> Void) {
    var low = day(endingAfter: times.lowerBound)
    while low < days.count, bounds[low] < times.upperBound {
      let length = min(times.upperBound, bounds[low + 1]) - max(times.lowerBound, bounds[low])
      add(&days[low], Double(length))
      low += 1
    }
  }
}
