internal import GPSSQLiteFiles
internal import GPSTrackRows

/// Whether a store is intact: SQLite checks its file, and the tables are compared with each other.
public struct StoreCheck: Sendable, Hashable {
  /// The faults, one sentence each; empty if the store is intact.
  public private(set) var complaints: [String] = []
  /// The number of fixes read.
  public private(set) var fixes = 0
  /// The number of these that are packed.
  public private(set) var packed = 0

  /// The maximum number of complaints.
  private static let most = 20

  /// Checks a store, even while a writer has it open.
  ///
  /// - Parameter path: The path of the store.
  public init(at path: String) {
    do throws(StoreError) {
      let store = try TrackStore(at: path)
      try store.ask { () throws(SQLiteFault) in
        let words = try store.file.prepare("PRAGMA integrity_check(\(Self.most))")
        while try words.next() {
          if let text = words.text(0), text != "ok" { complaints.append(text) }
        }
        try store.file.run("BEGIN")
        try checkSegments(of: store.file)
        for (query, words) in Self.rules where try store.file.number(query) ?? 0 > 0 {
          complaints.append(words)
        }
        try store.file.run("COMMIT")
      }
    } catch { complaints.append(error.reason) }
    complaints = Array(complaints.prefix(Self.most))
  }

  /// Queries that count faults.
  private static let rules = [
    (
      "SELECT count(*) FROM fix WHERE NOT EXISTS (SELECT 1 FROM segment WHERE first <= seq AND last >= seq"
        + " AND first >= (SELECT max(first) FROM segment WHERE first <= seq))", "fixes are in no segment"
    ),
    (
      "SELECT count(*) FROM pack WHERE first NOT IN (SELECT first FROM segment)",
      "packed fixes are in no segment"
    ),
    (
      "SELECT count(*) FROM (SELECT session FROM fix UNION SELECT session FROM segment UNION"
        + " SELECT session FROM event UNION SELECT session FROM gap)"
        + " WHERE session NOT IN (SELECT id FROM session)", "a session is missing"
    ), ("SELECT count(*) FROM session WHERE device NOT IN (SELECT id FROM device)", "a device is missing"),
    (
      "SELECT count(*) FROM event WHERE seq IN (SELECT seq FROM fix) OR seq IN (SELECT seq FROM gap)",
      "a number has two entries"
    ),
  ]

  /// Checks that the fixes of each segment are within its session, times and box.
  private mutating func checkSegments(of file: SQLiteConnection) throws(SQLiteFault) {
    let segments = try file.prepare(
      "SELECT first, last, session, t0, t1, south, north, west, east FROM segment ORDER BY first")
    var end = Int64.min
    while try segments.next(), complaints.count < Self.most {
      let numbers = (0..<9).map { segments.number($0) ?? 0 }
      let (first, last) = (numbers[0], numbers[1])
      if first <= end { complaints.append("the segment from number \(first) on begins in the one before") }
      end = last
      let rows = try file.fixes(first, last)
      let entries = rows.map(\.entry)
      for (session, entry) in rows where session != numbers[2] {
        complaints.append("fix \(entry.number) is in another session's segment")
      }
      do throws(SQLiteFault) {
        guard let packed = try PackedSegment.fixes(file, first) else {
          judge(entries, numbers)
          continue
        }
        if !entries.isEmpty {
          complaints.append("fixes from number \(first) on are both packed and in rows")
        }
        self.packed += packed.count
        judge(packed, numbers)
      } catch {
        guard error.isDamaged else { throw error }
        complaints.append(error.words)
      }
    }
  }

  private mutating func judge(_ entries: [TrackColumns.Entry], _ numbers: [Int64]) {
    fixes += entries.count
    let isRising = zip(entries, entries.dropFirst()).allSatisfy {
      $0.number < $1.number && $0.row.milliseconds <= $1.row.milliseconds
    }
    let isInside = entries.allSatisfy { entry in
      guard let (latitude, longitude) = entry.row.units else { return false }
      return (numbers[3]...max(numbers[3], numbers[4])).contains(entry.row.milliseconds)
        && (numbers[5]...max(numbers[5], numbers[6])).contains(latitude)
        && (numbers[7]...max(numbers[7], numbers[8])).contains(longitude)
    }
    let isWhole = entries.first?.number == numbers[0] && entries.last?.number == numbers[1]
    if isRising, isInside, isWhole { return }
    complaints.append("the segment from number \(numbers[0]) on does not fit its fixes")
  }
}
