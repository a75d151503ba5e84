internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A segment: its numbers, in a session.
struct SegmentPlace: Sendable, Hashable {
  var numbers: ClosedRange<Int64>
  var session: Int64
}

/// Reads the rows of segments, packed or not; all rows of fixes are read here.
///
/// A segment may be packed after it was found, as a part of another one. So its numbers alone count: what stands for
/// them now is looked up, in one read transaction.
struct SegmentRows {
  private let segments: SQLiteStatement
  private let blob: SQLiteStatement
  private let rows: SQLiteStatement

  /// A read transaction lasts no longer than this many rows: the writer could not shorten its log meanwhile.
  static let pageRows = 1024

  init(_ file: SQLiteConnection) throws(SQLiteFault) {
    segments = try file.prepare(
      """
      SELECT first, last, session FROM segment
      WHERE first BETWEEN coalesce((SELECT max(first) FROM segment WHERE first <= ?1), ?1) AND ?2 AND last >= ?1
      ORDER BY first
      """)
    blob = try file.prepare("SELECT data FROM pack WHERE first = ?")
    rows = try file.prepare(
      "SELECT \(StoreSchema.fixColumns) FROM fix WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT \(Self.pageRows)"
    )
  }

  /// Appends fixes of a segment from a number on; returns the number to go on with, or nil at the segment's end.
  func read(
    _ segment: SegmentPlace, from number: Int64, into fixes: inout [StoredFix]
  ) throws(SQLiteFault) -> Int64? {
    let begin = fixes.count
    // While this statement is not reset, the others see the same moment of the file.
    defer { segments.reset() }
    segments.reset()
    try segments.bind(1, number)
    try segments.bind(2, segment.numbers.upperBound)
    while try segments.next() {
      guard let first = segments.number(0), let last = segments.number(1), let session = segments.number(2)
      else {
        throw SQLiteFault(.sqlite(11), "a segment has no numbers")
      }
      let wanted = max(first, number)...max(first, number, min(last, segment.numbers.upperBound))
      let place = SegmentPlace(numbers: wanted, session: session)
      if try readBlob(first, place, into: &fixes) { continue }
      if let next = try readRows(place, into: &fixes) { return next }
      guard fixes.count - begin < Self.pageRows || wanted.upperBound >= segment.numbers.upperBound else {
        return wanted.upperBound + 1
      }
    }
    return nil
  }

  /// Appends fixes of a packed segment; returns false if it is not packed.
  private func readBlob(
    _ first: Int64, _ place: SegmentPlace, into fixes: inout [StoredFix]
  ) throws(SQLiteFault) -> Bool {
    guard let entries = try Self.entries(of: blob, first) else { return false }
    for entry in entries where place.numbers.contains(entry.number) {
      fixes.append(
        StoredFix(
          number: entry.number, session: place.session, monotonic: entry.monotonic, row: entry.row))
    }
    return true
  }

  /// Appends fixes of plain rows; returns the number to go on with, if there are more than a page of them.
  private func readRows(_ place: SegmentPlace, into fixes: inout [StoredFix]) throws(SQLiteFault) -> Int64? {
    rows.reset()
    defer { rows.reset() }
    try rows.bind(1, place.numbers.lowerBound)
    try rows.bind(2, place.numbers.upperBound)
    var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
    var count = 0
    var last = place.numbers.lowerBound
    while try rows.next() {
      for place in columns.indices { columns[place] = rows.number(place + 3) }
      guard let number = rows.number(0), let session = rows.number(1), let monotonic = rows.number(2),
        let row = TrackRow(columns: columns)
      else { throw SQLiteFault(.sqlite(11), "a fix has numbers out of range") }
      fixes.append(StoredFix(number: number, session: session, monotonic: monotonic, row: row))
      (count, last) = (count + 1, number)
    }
    return count == Self.pageRows && last < place.numbers.upperBound ? last + 1 : nil
  }

  /// The fixes of a packed segment; nil if it is not packed.
  static func packed(_ file: SQLiteConnection, _ first: Int64) throws(SQLiteFault) -> [TrackColumns.Entry]? {
    try entries(of: file.prepare("SELECT data FROM pack WHERE first = ?"), first)
  }

  private static func entries(
    of blob: SQLiteStatement, _ first: Int64
  ) throws(SQLiteFault) -> [TrackColumns.Entry]? {
    blob.reset()
    defer { blob.reset() }
    try blob.bind(1, first)
    guard try blob.next() else { return nil }
    do { return try TrackColumns.unpack(blob.bytes(0)) } catch {
      throw SQLiteFault(.sqlite(11), "the packed fixes from number \(first) on are damaged")
    }
  }
}
