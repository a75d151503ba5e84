internal import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A fix that motion is made from.
struct ReplayedFix: Sendable {
  let number: Int64
  /// The first number of its segment.
  let segment: Int64
  /// Nil if it does not show motion.
  let sample: MotionMachine.Sample?
}

extension ReplayedFix {
  init(_ fix: StoredFix, segment: Int64) {
    (number, self.segment) = (fix.number, segment)
    sample = MotionMachine.Sample(
      fix.number, session: fix.session, monotonic: fix.monotonicMilliseconds, fix.row)
  }
}

extension MotionMachine {
  /// Takes the next fix, unless it shows no motion; returns the trips and stops that have ended.
  mutating func take(_ fix: ReplayedFix) -> [Span] {
    guard let sample = fix.sample else { return [] }
    return take(sample)
  }
}

/// Reads the fixes of a device in the order in which they came, without imports (``ImportedMotion``).
struct MotionReplay {
  private let file: SQLiteConnection

  init(_ file: SQLiteConnection) { self.file = file }

  /// Passes the fixes after a number to a closure.
  func forEach(
    of device: Int64, after number: Int64, _ body: (ReplayedFix) throws(SQLiteFault) -> Void
  ) throws(SQLiteFault) {
    let rows = try SegmentRows<StoredFix>(file)
    var fixes: [StoredFix] = []
    for segment in try segments(of: device, after: number) {
      var next: Int64? = max(segment.numbers.lowerBound, number + 1)
      while let from = next {
        fixes.removeAll(keepingCapacity: true)
        next = try rows.read(segment, from: from, into: &fixes)
        for fix in fixes where fix.session == segment.session {
          try body(ReplayedFix(fix, segment: segment.numbers.lowerBound))
        }
      }
    }
  }

  private func segments(
    of device: Int64, after number: Int64
  ) throws(SQLiteFault) -> [SegmentPlace] {
    let query = try file.prepare(
      """
      SELECT first, last, segment.session FROM segment JOIN session ON session.id = segment.session
      WHERE device = ? AND last > ? AND kind <> 'import' ORDER BY first
      """)
    try query.bind(1, device)
    try query.bind(2, number)
    var found: [SegmentPlace] = []
    while try query.next() {
      guard let first = query.number(0), let last = query.number(1), let session = query.number(2),
        first <= last
      else { throw SQLiteFault(.wrongRows, "a segment has no numbers") }
      found.append(SegmentPlace(numbers: first...last, session: session))
    }
    return found
  }
}

extension MotionMachine.Sample {
  /// Creates the sample of a stored fix; nil if it does not show motion: it is suspect, or has no place or a wrong
  /// time.
  init?(_ number: Int64, session: Int64, monotonic: Int64, _ row: TrackRow) {
    guard let place = row.coordinate, !row.isSuspect, !row.flags.contains(.wrongTime) else { return nil }
    let error = row.horizontalError ?? row.dilution.map { $0 * Self.errorOfDilution } ?? Self.usualError
    self.init(
      number: number, session: session, time: row.milliseconds,
      monotonic: max(-Self.mostMonotonic, min(monotonic, Self.mostMonotonic)), place: place,
      speed: row.groundSpeed.flatMap { (0...Self.mostSpeed).contains($0) ? $0 : nil }, error: max(0, error))
  }

  /// Meters.
  private static let (errorOfDilution, usualError) = (5.0, 10.0)
}
