internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A segment: its numbers, in a session.
struct SegmentPlace: Sendable, Hashable {
  var numbers: ClosedRange<Int64>
  var session: Int64
}

/// Reads the rows of segments; all rows of fixes are read here.
struct SegmentRows {
  private let query: SQLiteStatement

  /// A read transaction lasts no longer than this many rows: the writer could not shorten its log meanwhile.
  static let pageRows = 1024

  init(_ file: SQLiteConnection) throws(SQLiteFault) {
    query = try file.prepare(
      """
      SELECT \(StoreSchema.fixColumns) FROM fix WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT \(Self.pageRows)
      """)
  }

  /// Appends fixes of a segment from a number on; returns the number to go on with, or nil at the segment's end.
  func read(
    _ segment: SegmentPlace, from number: Int64, into fixes: inout [StoredFix]
  ) throws(SQLiteFault) -> Int64? {
    query.reset()
    defer { query.reset() }
    try query.bind(1, number)
    try query.bind(2, segment.numbers.upperBound)
    var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
    var count = 0
    var last = number
    while try query.next() {
      for place in columns.indices { columns[place] = query.number(place + 3) }
      guard let number = query.number(0), let session = query.number(1), let monotonic = query.number(2),
        let row = TrackRow(columns: columns)
      else { throw SQLiteFault(.sqlite(11), "a fix has numbers out of range") }
      fixes.append(StoredFix(number: number, session: session, monotonic: monotonic, row: row))
      (count, last) = (count + 1, number)
    }
    return count == Self.pageRows && last < segment.numbers.upperBound ? last + 1 : nil
  }
}
