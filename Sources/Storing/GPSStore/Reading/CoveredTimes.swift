internal import GPSSQLiteFiles

/// The times of a device that sessions before an import have: the import does not count there.
///
/// ```
/// live      ├──── segments ────┤ gap ├── segments ──┤
/// import ├───────────────────────────────────────────────┤
/// way    └──┘                                         └──┘     the straight line across the gap counts already
/// known  └──┘                  └─────┘                └──┘
/// ```
///
/// Sealing changes segments, but not these times: the time between two segments of a session is covered.
struct CoveredTimes: Sendable {
  /// In ascending order, and apart from each other.
  private var spans: [ClosedRange<Int64>] = []
  /// The number of the last segment that was read.
  private var upto: Int64 = 0
  /// The gaps of each session, in ascending order; nil until they are read.
  private var gaps: [Int64: [ClosedRange<Int64>]]?

  /// A later time than this many milliseconds after the one before is a jump of the date.
  private static let longestStep: Int64 = 86_400_000

  private let hasGaps: Bool

  /// - Parameter hasGaps: Whether the gaps of a session are covered, too, unless it is an import.
  init(hasGaps: Bool) { self.hasGaps = hasGaps }

  /// Reads what the sessions before one have.
  mutating func read(_ file: SQLiteConnection, of device: Int64, before session: Int64) throws(SQLiteFault) {
    let query = try file.prepare(
      """
      SELECT first, t0, t1, segment.session, kind = 'import' FROM segment
      JOIN session ON session.id = segment.session
      WHERE first > ? AND device = ? AND segment.session < ? ORDER BY first
      """)
    for (place, number) in [upto, device, session].enumerated() { try query.bind(place + 1, number) }
    var run: (times: ClosedRange<Int64>, session: Int64, isImport: Bool)?
    while try query.next() {
      guard let first = query.number(0), let begin = query.number(1), let end = query.number(2),
        let session = query.number(3), begin <= end
      else { throw SQLiteFault(.wrongRows, "a segment has no times") }
      if let last = run, last.session == session, Self.joins(last.times.upperBound, begin) {
        run = (last.times.lowerBound...end, session, last.isImport)
      } else {
        if let run { spans += try known(of: run.times, in: run.session, isImport: run.isImport, file) }
        run = (begin...end, session, query.number(4) == 1)
      }
      upto = first
    }
    guard let run else { return }
    spans += try known(of: run.times, in: run.session, isImport: run.isImport, file)
    spans = Self.merged(spans)
  }

  /// Adds a time.
  mutating func add(_ time: ClosedRange<Int64>) { spans = Self.merged(spans + [time]) }

  /// Whether a segment goes on with the times of the one before it.
  static func joins(_ end: Int64, _ begin: Int64) -> Bool { begin >= end && begin - end <= longestStep }

  /// Whether a time is covered.
  func contains(_ time: Int64) -> Bool {
    let place = first(endingFrom: time)
    return place < spans.count && spans[place].lowerBound <= time
  }

  /// The place of the first span that does not end before a time.
  private func first(endingFrom time: Int64) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The parts of a time that are not covered, in ascending order.
  func rest(of time: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
    var rest: [ClosedRange<Int64>] = []
    var begin = time.lowerBound
    for span in spans[first(endingFrom: begin)...] {
      guard span.lowerBound <= time.upperBound else { break }
      if span.lowerBound > begin { rest.append(begin...span.lowerBound) }
      begin = max(begin, span.upperBound)
    }
    if begin < time.upperBound { rest.append(begin...time.upperBound) }
    return rest
  }

  /// The same without the borders that are covered.
  func free(of time: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
    var free: [ClosedRange<Int64>] = []
    var begin = time.lowerBound
    for span in spans[first(endingFrom: begin)...] {
      guard span.lowerBound <= time.upperBound else { break }
      if span.lowerBound > begin { free.append(begin...(span.lowerBound - 1)) }
      begin = max(begin, span.upperBound + 1)
    }
    if begin <= time.upperBound { free.append(begin...time.upperBound) }
    return free
  }

  /// The parts of a session's time that it covers: without its gaps.
  mutating func known(
    of time: ClosedRange<Int64>, in session: Int64, isImport: Bool, _ file: SQLiteConnection
  ) throws(SQLiteFault) -> [ClosedRange<Int64>] {
    if hasGaps, !isImport { return [time] }
    if gaps == nil { gaps = try Self.gaps(in: file) }
    var found: [ClosedRange<Int64>] = []
    var begin = time.lowerBound
    for gap in gaps?[session] ?? [] {
      guard gap.upperBound > begin, gap.lowerBound >= begin, gap.lowerBound < time.upperBound else {
        continue
      }
      found.append(begin...gap.lowerBound)
      begin = min(gap.upperBound, time.upperBound)
    }
    return found + [begin...time.upperBound]
  }

  /// All gaps by their sessions; a question for each session would read the whole table.
  private static func gaps(
    in file: SQLiteConnection
  ) throws(SQLiteFault) -> [Int64: [ClosedRange<Int64>]] {
    let query = try file.prepare("SELECT session, t0, t1 FROM gap WHERE t0 < t1 ORDER BY t0")
    var found: [Int64: [ClosedRange<Int64>]] = [:]
    while try query.next() {
      guard let session = query.number(0), let from = query.number(1), let to = query.number(2) else {
        continue
      }
      found[session, default: []].append(from...to)
    }
    return found
  }

  private static func merged(_ spans: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var merged: [ClosedRange<Int64>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, span.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        merged.append(span)
      }
    }
    return merged
  }
}
