internal import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A fix that motion is made from.
struct ReplayedFix: Sendable {
  let number: Int64
  /// The first number of its segment.
  let segment: Int64
  /// Whether it is of an import, at a time that an earlier session has.
  let isCovered: Bool
  /// Nil if it does not show motion.
  let sample: MotionMachine.Sample?
}

extension MotionMachine {
  /// Takes the next fix, unless it counts elsewhere or shows no motion; returns the trips and stops that have ended.
  mutating func take(_ fix: ReplayedFix) -> [Span] {
    if fix.isCovered { return interrupt() }
    guard let sample = fix.sample else { return [] }
    return take(sample)
  }
}

/// Reads the fixes of a device in the order in which they came.
struct MotionReplay {
  private let file: SQLiteConnection

  init(_ file: SQLiteConnection) { self.file = file }

  /// Passes the fixes after a number to a closure.
  func forEach(
    of device: Int64, after number: Int64, _ body: (ReplayedFix) throws(SQLiteFault) -> Void
  ) throws(SQLiteFault) {
    let rows = try SegmentRows<StoredFix>(file)
    var fixes: [StoredFix] = []
    var covered = CoveredTimes(hasGaps: true)
    var last: Int64?
    for (segment, isImport) in try segments(of: device, after: number) {
      if isImport, last != segment.session { try covered.read(file, of: device, before: segment.session) }
      last = segment.session
      var next: Int64? = max(segment.numbers.lowerBound, number + 1)
      while let from = next {
        fixes.removeAll(keepingCapacity: true)
        next = try rows.read(segment, from: from, into: &fixes)
        for fix in fixes where fix.session == segment.session {
          try body(
            ReplayedFix(
              number: fix.number, segment: segment.numbers.lowerBound,
              isCovered: isImport && covered.contains(fix.milliseconds),
              sample: .init(
                fix.number, session: fix.session, isImport: isImport, monotonic: fix.monotonicMilliseconds,
                fix.row)))
        }
      }
    }
  }

  private func segments(
    of device: Int64, after number: Int64
  ) throws(SQLiteFault) -> [(place: SegmentPlace, isImport: Bool)] {
    let query = try file.prepare(
      """
      SELECT first, last, segment.session, kind = 'import' FROM segment JOIN session ON session.id = segment.session
      WHERE device = ? AND last > ? ORDER BY first
      """)
    try query.bind(1, device)
    try query.bind(2, number)
    var found: [(place: SegmentPlace, isImport: Bool)] = []
    while try query.next() {
      guard let first = query.number(0), let last = query.number(1), let session = query.number(2),
        first <= last
      else { throw SQLiteFault(.wrongRows, "a segment has no numbers") }
      found.append((SegmentPlace(numbers: first...last, session: session), query.number(3) == 1))
    }
    return found
  }
}

extension MotionMachine.Sample {
  /// Creates the sample of a stored fix; nil if it does not show motion: it is suspect, or has no place or a wrong
  /// time.
  init?(_ number: Int64, session: Int64, isImport: Bool = false, monotonic: Int64, _ row: TrackRow) {
    guard let place = row.coordinate, !row.isSuspect, !row.flags.contains(.wrongTime) else { return nil }
    let error = row.horizontalError ?? row.dilution.map { $0 * Self.errorOfDilution } ?? Self.usualError
    self.init(
      number: number, session: session, isImport: isImport, time: row.milliseconds,
      monotonic: max(-Self.mostMonotonic, min(monotonic, Self.mostMonotonic)), place: place,
      speed: row.groundSpeed.flatMap { (0...Self.mostSpeed).contains($0) ? $0 : nil }, error: max(0, error))
  }

  /// Meters.
  private static let (errorOfDilution, usualError) = (5.0, 10.0)
}
