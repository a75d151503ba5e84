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

  /// - Parameter hasGaps: Whether the gaps of a session are covered, too.
  init(hasGaps: Bool) { self.hasGaps = hasGaps }

  /// Reads what the sessions before one have.
  mutating func read(_ file: SQLiteConnection, of device: Int64, before session: Int64) throws(SQLiteFault) {
    let query = try file.prepare(
      """
      SELECT first, t0, t1, segment.session FROM segment JOIN session ON session.id = segment.session
      WHERE first > ? AND device = ? AND segment.session < ? ORDER BY first
      """)
    for (place, number) in [upto, device, session].enumerated() { try query.bind(place + 1, number) }
    var found: [ClosedRange<Int64>] = []
    var last: Int64?
    while try query.next() {
      guard let first = query.number(0), let begin = query.number(1), let end = query.number(2), begin <= end
      else { throw SQLiteFault(.wrongRows, "a segment has no times") }
      let joins = found.last.map { begin >= $0.upperBound && begin - $0.upperBound <= Self.longestStep }
      if joins == true, last == query.number(3), let run = found.popLast() {
        found.append(run.lowerBound...end)
      } else {
        try cut(&found, last, file)
        spans += found
        found = [begin...end]
      }
      (last, upto) = (query.number(3), first)
    }
    try cut(&found, last, file)
    spans = Self.merged(spans + found)
  }

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

  /// Takes the gaps of a session out of a time.
  private mutating func cut(
    _ found: inout [ClosedRange<Int64>], _ session: Int64?, _ file: SQLiteConnection
  ) throws(SQLiteFault) {
    guard !hasGaps, let session, let run = found.popLast() else { return }
    if gaps == nil { gaps = try Self.gaps(in: file) }
    var begin = run.lowerBound
    for gap in gaps?[session] ?? [] {
      guard gap.upperBound > begin, gap.lowerBound >= begin, gap.lowerBound < run.upperBound else { continue }
      found.append(begin...gap.lowerBound)
      begin = min(gap.upperBound, run.upperBound)
    }
    found.append(begin...run.upperBound)
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
