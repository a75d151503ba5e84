internal import GPSSQLiteFiles

/// A position in the result of a query, from which any connection can read the next page.
struct FixPages: Sendable {
  let query: StoreQuery
  private let times: ClosedRange<Int64>
  /// The parallels of the query's area, in the units of rows.
  private let latitudes: ClosedRange<Int64>?
  /// The next segments, and the number at which to continue in the first of them.
  private var segments: [SegmentPlace] = []
  private var next: Int64?
  /// The last number of the segments found; nil after the last segment.
  private var found: Int64? = .min
  /// The session and the time of the last fix, for the query's step.
  private var last: (session: Int64, milliseconds: Int64)?

  private static let segmentsAtOnce = 256

  /// Starts with the first page; nil if the query ends before it begins.
  init?(_ query: StoreQuery) {
    guard let times = query.times else { return nil }
    (self.query, self.times) = (query, times)
    latitudes = query.box.flatMap { box in
      let borders = box.borders
      return borders[0] <= borders[1] ? borders[0]...borders[1] : nil
    }
    if let numbers = query.numbers { found = numbers.lowerBound &- 1 }
  }

  /// Reads the next fixes, about a page of them; returns nil at the end.
  mutating func read<Row>(_ file: SQLiteConnection, _ rows: SegmentRows<Row>) throws(SQLiteFault) -> [Row]? {
    var page: [Row] = []
    while page.count < SegmentPage.rows {
      if segments.isEmpty { try findSegments(file) }
      guard let segment = segments.first else { return page.isEmpty ? nil : page }
      let begin = page.count
      next = try rows.read(
        segment, from: next ?? segment.numbers.lowerBound, latitudes: latitudes, into: &page)
      if next == nil { segments.removeFirst() }
      keep(from: begin, of: &page)
    }
    return page
  }

  /// Removes the fixes that don't match the query.
  private mutating func keep<Row: StoredRow>(from begin: Int, of page: inout [Row]) {
    var end = begin
    for index in begin..<page.count {
      let fix = page[index]
      let milliseconds = fix.milliseconds
      guard times.contains(milliseconds) else { continue }
      if let box = query.box { guard let place = fix.coordinate, box.contains(place) else { continue } }
      if let step = query.stepMilliseconds {
        if let last, last.session == fix.session, milliseconds >= last.milliseconds,
          milliseconds - last.milliseconds < step
        {
          continue
        }
        last = (fix.session, milliseconds)
      }
      page[end] = fix
      end += 1
    }
    page.removeLast(page.count - end)
  }

  /// Finds the next segments that overlap the time and the area.
  private mutating func findSegments(_ file: SQLiteConnection) throws(SQLiteFault) {
    guard let found else { return }
    // By their numbers, so that each question goes on where the one before ended; the plus keeps SQLite from sorting all
    // of them by time.
    // The numbers after the last one that was found: segments may be packed meanwhile, and have other limits then. Times that
    // are damaged exclude nothing.
    var conditions =
      "first >= coalesce((SELECT max(first) FROM segment WHERE first <= ?1), ?1) AND last > ?1"
      + " AND (typeof(t0) || typeof(t1) <> 'integerinteger' OR +t0 <= ? AND t1 >= ?)"
    if query.numbers != nil { conditions += " AND first <= ?" }
    conditions += " \(query.ofDevice()) \(query.inBox)"
    var values: [(any SQLiteValue)?] = [found, times.upperBound, times.lowerBound]
    values += query.numbers.map { [$0.upperBound] } ?? []
    values += query.deviceValues + query.boxValues
    let rows = try file.rows(
      "SELECT first, last, session FROM segment WHERE \(conditions) ORDER BY first LIMIT \(Self.segmentsAtOnce)",
      values
    ) { row throws(SQLiteFault) in
      var segment = try SegmentPlace(row)
      let (first, last) = (segment.numbers.lowerBound, segment.numbers.upperBound)
      segment.numbers = max(first, found &+ 1)...min(last, query.numbers?.upperBound ?? last)
      return segment
    }
    // On a damaged page, one may come twice, begin within the one before, or reach into the next one.
    for var segment in rows {
      let last = segments.last?.numbers.lowerBound ?? found
      if segment.numbers.lowerBound <= last {
        let begin = max(last, segments.last?.numbers.upperBound ?? last) &+ 1
        guard begin > last, segment.numbers.upperBound >= begin else { continue }
        segment.numbers = begin...segment.numbers.upperBound
      }
      if var before = segments.popLast() {
        let (begin, end) = (before.numbers.lowerBound, segment.numbers.lowerBound - 1)
        before.numbers = begin...min(before.numbers.upperBound, end)
        segments.append(before)
      }
      segments.append(segment)
    }
    self.found = rows.count == Self.segmentsAtOnce ? segments.last?.numbers.upperBound : nil
    if let numbers = query.numbers, let last = self.found, last >= numbers.upperBound { self.found = nil }
  }
}
