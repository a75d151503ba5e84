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

/// Reads the fixes of a device in the order in which they came.
struct MotionReplay {
  private let file: SQLiteConnection

  init(_ file: SQLiteConnection) { self.file = file }

  /// Passes the fixes after a number to a closure.
  func forEach(
    of device: Int64, after number: Int64, _ body: (ReplayedFix) throws(SQLiteFault) -> Void
  ) throws(SQLiteFault) {
    let rows = try file.prepare(
      """
      SELECT \(StoreSchema.fixColumns) FROM fix WHERE seq BETWEEN ? AND ? AND session = ? ORDER BY seq
      """)
    for segment in try segments(of: device, after: number) {
      try rows.bind(1, max(segment.first, number + 1))
      try rows.bind(2, segment.last)
      try rows.bind(3, segment.session)
      defer { rows.reset() }
      while try rows.next() {
        let columns = (3..<(3 + TrackRow.columnCount)).map { rows.number($0) }
        guard let number = rows.number(0), let monotonic = rows.number(2),
          let row = TrackRow(columns: columns)
        else { throw SQLiteFault(.sqlite(11), "a fix has numbers out of range") }
        try body(
          ReplayedFix(
            number: number, segment: segment.first,
            sample: .init(number, session: segment.session, monotonic: monotonic, row)))
      }
    }
  }

  private func segments(
    of device: Int64, after number: Int64
  ) throws(SQLiteFault) -> [(first: Int64, last: Int64, session: Int64)] {
    let query = try file.prepare(
      """
      SELECT first, last, segment.session FROM segment JOIN session ON session.id = segment.session
      WHERE device = ? AND last > ? ORDER BY first
      """)
    try query.bind(1, device)
    try query.bind(2, number)
    var found: [(first: Int64, last: Int64, session: Int64)] = []
    while try query.next() {
      guard let first = query.number(0), let last = query.number(1), let session = query.number(2),
        first <= last
      else { throw SQLiteFault(.sqlite(11), "a segment has no numbers") }
      found.append((first, last, session))
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
