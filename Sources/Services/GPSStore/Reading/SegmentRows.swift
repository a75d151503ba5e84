internal import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A segment: its numbers, in a session.
struct SegmentPlace: Sendable, Hashable {
  var numbers: ClosedRange<Int64>
  var session: Int64
}

extension SegmentPlace {
  /// The segment of a row that begins with its first number, its last one and its session.
  init(_ row: SQLiteStatement) throws(SQLiteFault) {
    guard let first = row.number(0), let last = row.number(1), let session = row.number(2), first <= last
    else { throw SQLiteFault(.wrongRows, "a segment has no numbers") }
    self.init(numbers: first...last, session: session)
  }
}

/// The part of a fix's row that is read: all of it, or the columns for a summary.
protocol StoredRow: Sendable {
  /// The columns that are read, and their number.
  static var columns: (names: String, count: Int) { get }
  /// Creates a row from its columns; nil if one is out of range.
  init?(_ numbers: [Int64], nulls: UInt64)
  /// Creates a row of a packed segment.
  init(_ entry: TrackColumns.Entry, session: Int64)
  var number: Int64 { get }
  var session: Int64 { get }
  /// The time in milliseconds since 1970.
  var milliseconds: Int64 { get }
  /// The position, if it is read.
  var coordinate: Coordinate? { get }
}

/// A fix for a summary: a third of the columns takes a third of the time.
struct BriefFix: StoredRow {
  let number: Int64
  let session: Int64
  let milliseconds: Int64
  /// Meters per second, and meters.
  let (speed, accuracy): (Double?, Double?)
  /// Whether its time and its signals are credible.
  let isCounted: Bool
  var coordinate: Coordinate? { nil }

  static let columns: (names: String, count: Int) = ("seq, session, t, flags, speed, h_acc", 6)

  init?(_ numbers: [Int64], nulls: UInt64) {
    guard nulls & 15 == 0, TrackRow.isTime(numbers[2]), let bits = UInt32(exactly: numbers[3]) else {
      return nil
    }
    (number, session, milliseconds) = (numbers[0], numbers[1], numbers[2])
    let flags = TrackRow.Flags(rawValue: bits)
    isCounted = flags.isDisjoint(with: [.suspect, .wrongTime])
    speed = nulls & 16 == 0 ? Double(numbers[4]) / 100 : nil
    accuracy = nulls & 32 == 0 && flags.source != nil ? Double(numbers[5]) / 1000 : nil
  }

  init(_ entry: TrackColumns.Entry, session: Int64) {
    (number, self.session, milliseconds) = (entry.number, session, entry.row.milliseconds)
    let flags = entry.row.flags
    isCounted = flags.isDisjoint(with: [.suspect, .wrongTime])
    (speed, accuracy) = (entry.row.groundSpeed, flags.source == nil ? nil : entry.row.horizontalError)
  }
}

/// Reads the rows of segments, packed or not; all rows of fixes are read here.
///
/// A segment may be packed after it was found, as a part of another one. So its numbers alone count: what stands for
/// them now is looked up, in one read transaction.
struct SegmentRows<Row: StoredRow> {
  private let segments: SQLiteStatement
  private let blob: SQLiteStatement
  private let rows: SQLiteStatement
  /// The same between two parallels.
  private let band: SQLiteStatement

  init(_ file: SQLiteConnection) throws(SQLiteFault) {
    segments = try file.prepare(
      """
      SELECT first, last, session FROM segment
      WHERE first BETWEEN coalesce((SELECT max(first) FROM segment WHERE first <= ?1), ?1) AND ?2 AND last >= ?1
      ORDER BY first
      """)
    blob = try file.prepare("SELECT data FROM pack WHERE first = ?")
    let select = "SELECT \(Row.columns.names) FROM fix WHERE seq BETWEEN ? AND ?"
    let order = "ORDER BY seq LIMIT \(SegmentPage.rows)"
    rows = try file.prepare("\(select) \(order)")
    band = try file.prepare("\(select) AND lat BETWEEN ? AND ? \(order)")
  }

  /// All fixes of a segment.
  func all(of segment: SegmentPlace) throws(SQLiteFault) -> [Row] {
    var found: [Row] = []
    var next: Int64? = segment.numbers.lowerBound
    while let number = next { next = try read(segment, from: number, into: &found) }
    return found
  }

  /// Appends fixes of a segment from a number on; returns the number to go on with, or nil at the segment's end.
  ///
  /// Plain rows outside of the latitudes are left out, so that they need not be created.
  func read(
    _ segment: SegmentPlace, from number: Int64, latitudes: ClosedRange<Int64>? = nil, into fixes: inout [Row]
  ) throws(SQLiteFault) -> Int64? {
    let begin = fixes.count
    // While this statement is not reset, the others see the same moment of the file.
    defer { segments.reset() }
    segments.reset()
    try segments.bind([number, segment.numbers.upperBound])
    while try segments.next() {
      guard let first = segments.number(0), let last = segments.number(1), let session = segments.number(2)
      else {
        throw SQLiteFault(.wrongRows, "a segment has no numbers")
      }
      let wanted = max(first, number)...max(first, number, min(last, segment.numbers.upperBound))
      let place = SegmentPlace(numbers: wanted, session: session)
      if try readBlob(first, place, into: &fixes) { continue }
      if let next = try readRows(place, latitudes, into: &fixes) { return next }
      guard fixes.count - begin < SegmentPage.rows || wanted.upperBound >= segment.numbers.upperBound else {
        return wanted.upperBound + 1
      }
    }
    return nil
  }

  /// Appends fixes of a packed segment; returns false if it is not packed.
  private func readBlob(
    _ first: Int64, _ place: SegmentPlace, into fixes: inout [Row]
  ) throws(SQLiteFault) -> Bool {
    guard let entries = try PackedSegment.entries(of: blob, first) else { return false }
    for entry in entries where place.numbers.contains(entry.number) {
      fixes.append(Row(entry, session: place.session))
    }
    return true
  }

  /// Appends fixes of plain rows; returns the number to go on with, if there are more than a page of them.
  private func readRows(
    _ place: SegmentPlace, _ latitudes: ClosedRange<Int64>?, into fixes: inout [Row]
  ) throws(SQLiteFault) -> Int64? {
    let rows = latitudes == nil ? rows : band
    rows.reset()
    defer { rows.reset() }
    let band: [Int64] = latitudes.map { [$0.lowerBound, $0.upperBound] } ?? []
    try rows.bind([place.numbers.lowerBound, place.numbers.upperBound] + band)
    var numbers = [Int64](repeating: 0, count: Row.columns.count)
    var count = 0
    var last = place.numbers.lowerBound
    while try rows.next() {
      let nulls = rows.read(into: &numbers)
      guard let row = Row(numbers, nulls: nulls) else {
        throw SQLiteFault(.wrongRows, "a fix has numbers out of range")
      }
      fixes.append(row)
      (count, last) = (count + 1, numbers[0])
    }
    return count == SegmentPage.rows && last < place.numbers.upperBound ? last + 1 : nil
  }
}

enum SegmentPage {
  /// A read transaction lasts no longer than this many rows: the writer could not shorten its log meanwhile.
  static let rows = 1024
}

/// Reads packed segments.
enum PackedSegment {
  /// The fixes of a packed segment; nil if it is not packed.
  static func fixes(_ file: SQLiteConnection, _ first: Int64) throws(SQLiteFault) -> [TrackColumns.Entry]? {
    try entries(of: file.prepare("SELECT data FROM pack WHERE first = ?"), first)
  }

  fileprivate static func entries(
    of blob: SQLiteStatement, _ first: Int64
  ) throws(SQLiteFault) -> [TrackColumns.Entry]? {
    blob.reset()
    defer { blob.reset() }
    try blob.bind([first])
    guard try blob.next() else { return nil }
    do { return try TrackColumns.unpack(blob.bytes(0)) } catch {
      throw SQLiteFault(.wrongRows, "the packed fixes from number \(first) on are damaged")
    }
  }
}
