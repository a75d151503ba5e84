package import GNSS
internal import GPSGeodesy
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A day of a device, from its segments alone.
package struct KnownDay: Sendable, Hashable {
  /// The seconds in which the position was known.
  package internal(set) var known = 0.0
  /// The distance in meters; nothing is added while the receiver stands still.
  package internal(set) var distance = 0.0
  /// The times of its first and last fix; nil without a fix.
  package internal(set) var first, last: UTC?
}

extension TrackStore {
  /// Summarizes days without reading their fixes, so that years take only milliseconds.
  ///
  /// - Parameters:
  ///   - bounds: The start of each day, and the end of the last one.
  ///   - device: The key or the name of a device; nil for the sum of all.
  /// - Returns: A value for each day.
  /// - Throws: A ``StoreError`` if the store can't be read.
  package func knownDays(_ bounds: [UTC], device: String? = nil) throws(StoreError) -> [KnownDay] {
    guard let first = bounds.first, let last = bounds.last, bounds.count > 1, first <= last else { return [] }
    let query = StoreQuery(device: device, from: first, to: last)
    var tally = KnownTally(bounds.map(TrackRow.milliseconds), try gaps(query))
    try ask { () throws(SQLiteFault) in
      let statement = try file.prepare(
        """
        SELECT first, last, session, t0, t1, segment.distance, device FROM segment
        JOIN session ON session.id = segment.session WHERE (t0, first) > (?, ?) AND t0 <= ? AND t1 >= ?
          \(query.ofDevice())
        ORDER BY t0, first LIMIT \(SegmentPage.rows)
        """)
      var found: (time: Int64, number: Int64)? = (.min, .min)
      while let after = found {
        statement.reset()
        let limits = [after.time, after.number, TrackRow.milliseconds(last), TrackRow.milliseconds(first)]
        try statement.bind(limits + query.deviceValues)
        var count = 0
        while try statement.next() {
          let numbers = (0..<7).map { statement.number($0) ?? 0 }
          guard numbers[0] <= numbers[1], numbers[3] <= numbers[4], TrackRow.isTime(numbers[3]),
            TrackRow.isTime(numbers[4])
          else { throw SQLiteFault(.wrongRows, "a segment has numbers or times out of range") }
          let (segment, times) = (
            SegmentPlace(numbers: numbers[0]...numbers[1], session: numbers[2]), numbers[3]...numbers[4]
          )
          let fixes = tally.areOnTwoDays(times) ? try rows.all(of: segment) : []
          tally.add(segment, of: numbers[6], times, way: numbers[5], fixes)
          tally.note(fixes.isEmpty ? [times.lowerBound, times.upperBound] : fixes.map(\.milliseconds))
          (count, found) = (count + 1, (numbers[3], numbers[0]))
        }
        if count < SegmentPage.rows { found = nil }
      }
    }
    return tally.finish()
  }
}

/// Adds the times of segments to days, excluding gaps; overlapping times of a device count once.
private struct KnownTally {
  private var days: [KnownDay]
  private let bounds: [Int64]
  private let gaps: [Int64: [ClosedRange<Int64>]]
  /// The times of each device's sessions, including gaps.
  private var times: [Int64: [Int64: NumberRanges]] = [:]
  /// The longest step in milliseconds between two segments without a gap; a longer one belongs to another session, or
  /// was dropped.
  private static let (shortestGap, longestStep): (Int64, Int64) = (5000, 60_000)

  init(_ bounds: [Int64], _ gaps: [StoredGap]) {
    self.bounds = bounds
    self.gaps = Dictionary(grouping: gaps.filter { $0.from < $0.to }, by: \.session).mapValues { gaps in
      gaps.map { TrackRow.milliseconds($0.from)...TrackRow.milliseconds($0.to) }
    }
    days = Array(repeating: KnownDay(), count: bounds.count - 1)
  }

  /// Adds the next segment in order of time, with its fixes if it spans two days.
  mutating func add(
    _ segment: SegmentPlace, of device: Int64, _ times: ClosedRange<Int64>, way: Int64, _ fixes: [StoredFix]
  ) {
    divide(Double(way) / 1000, times, fixes)
    let last = self.times[device]?[segment.session]?.ranges.last?.upperBound ?? .min
    let isNext = last >= times.lowerBound - Self.longestStep
    let begin = isNext ? min(last, times.lowerBound) : times.lowerBound
    self.times[device, default: [:]][segment.session, default: NumberRanges()].insert(
      begin...times.upperBound)
  }

  consuming func finish() -> [KnownDay] {
    for sessions in times.values {
      var known = NumberRanges()
      for (session, times) in sessions {
        var its = times
        // A gap begins and ends with a fix.
        for gap in gaps[session] ?? [] where gap.upperBound - gap.lowerBound > 1 {
          its.remove((gap.lowerBound + 1)...(gap.upperBound - 1))
        }
        known.formUnion(its)
      }
      var last = Int64.min
      for times in known.ranges {
        // The step from one session to the next is known as well, if it is too short for a gap.
        let begin = last >= times.lowerBound - Self.shortestGap ? last : times.lowerBound
        forEachDay(of: begin...times.upperBound) { $0.known += $1 / 1000 }
        last = times.upperBound
      }
    }
    return days
  }

  /// Adds a distance to the days by the steps between its fixes; without steps, by its time.
  private mutating func divide(_ distance: Double, _ times: ClosedRange<Int64>, _ fixes: [StoredFix]) {
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
      let share = distance * meters / sum / Double(length)
      forEachDay(of: times.lowerBound...(times.lowerBound + length)) { $0.distance += share * $1 }
    }
  }

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

  private func day(endingAfter time: Int64) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle + 1] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Passes each day that overlaps a time span, with the length of the overlap in milliseconds.
  private mutating func forEachDay(of times: ClosedRange<Int64>, _ add: (inout KnownDay, Double) -> Void) {
    var low = day(endingAfter: times.lowerBound)
    while low < days.count, bounds[low] < times.upperBound {
      let length = min(times.upperBound, bounds[low + 1]) - max(times.lowerBound, bounds[low])
      add(&days[low], Double(length))
      low += 1
    }
  }
}
