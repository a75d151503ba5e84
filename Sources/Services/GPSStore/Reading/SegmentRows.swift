internal import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A segment: a range of numbers within a session.
struct SegmentPlace: Sendable, Hashable {
  var numbers: ClosedRange<Int64>
  var session: Int64
}

extension SegmentPlace {
  /// The segment of a row that begins with the first number, the last number and the session.
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
  /// Whether its position is between two parallels and two meridians, if it is read.
  func isIn(_ latitudes: ClosedRange<Int64>, _ longitudes: ClosedRange<Int64>) -> Bool
}

/// A fix for a summary: reading a third of the columns takes a third of the time.
struct BriefFix: StoredRow {
  let number: Int64
  let session: Int64
  let milliseconds: Int64
  /// Meters per second, and meters.
  let (speed, accuracy): (Double?, Double?)
  /// Whether its time and its signals are credible.
  let isCounted: Bool
  var coordinate: Coordinate? { nil }
  func isIn(_: ClosedRange<Int64>, _: ClosedRange<Int64>) -> Bool { true }

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
/// A segment may be packed into another one after it was found. So only its numbers matter: their current entries
/// are looked up, in one read transaction.
struct SegmentRows<Row: StoredRow> {
  /// Counts unreadable rows, which are skipped; nil if damage is a fault.
  var damage: DamagedParts?
  private let segments: SQLiteStatement
  /// The next segment, even if a row out of order hides it from the index.
  private let following: SQLiteStatement
  /// The last fixes of the file.
  private let latest: SQLiteStatement
  private let blob: SQLiteStatement
  private let rows: SQLiteStatement
  /// The same between two parallels.
  private let band: SQLiteStatement
  /// The first number at or after a given one.
  private let probe: SQLiteStatement
  /// The number of rows between two numbers.
  private let count: SQLiteStatement
  /// The numbers of a segment whose entries are not fixes: the count, and the ranges.
  private let (others, ranges): (SQLiteStatement, SQLiteStatement)

  init(_ file: SQLiteConnection, _ damage: DamagedParts?) throws(SQLiteFault) {
    self.damage = damage
    segments = try file.prepare(
      """
      SELECT first, last, session, t0, t1, south, north, west, east,
        (SELECT last FROM segment AS other WHERE other.first < segment.first AND last >= other.first
          ORDER BY other.first DESC LIMIT 1),
        (SELECT min(first) FROM segment AS other WHERE other.first > segment.first) - 1
      FROM segment
      WHERE first BETWEEN coalesce((SELECT max(first) FROM segment WHERE first <= ?1), ?1) AND ?2 AND last >= ?1
      ORDER BY first
      """)
    following = try file.prepare("SELECT first FROM segment NOT INDEXED WHERE +first > ? LIMIT 1")
    latest = try file.prepare("SELECT seq, session FROM fix ORDER BY seq DESC LIMIT 128")
    blob = try file.prepare("SELECT data FROM pack WHERE first = ?")
    let select = "SELECT \(Row.columns.names) FROM fix WHERE seq BETWEEN ? AND ?"
    let order = "ORDER BY seq LIMIT \(SegmentPage.rows)"
    rows = try file.prepare("\(select) \(order)")
    band = try file.prepare("\(select) AND lat BETWEEN ? AND ? \(order)")
    count = try file.prepare("SELECT count(*) FROM fix WHERE seq BETWEEN ? AND ?")
    probe = try file.prepare("SELECT seq FROM fix WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT 1")
    let other = """
      SELECT seq AS a, seq AS b FROM event WHERE seq BETWEEN ?1 AND ?2
      UNION ALL SELECT seq, seq FROM gap WHERE seq BETWEEN ?1 AND ?2
      UNION ALL SELECT max(first, ?1), min(last, ?2) FROM dropped
        WHERE first BETWEEN coalesce((SELECT max(first) FROM dropped WHERE first <= ?1), ?1) AND ?2 AND last >= ?1
      """
    others = try file.prepare("SELECT coalesce(sum(b - a + 1), 0) FROM (\(other))")
    ranges = try file.prepare(other)
  }

  func all(of segment: SegmentPlace) throws(SQLiteFault) -> [Row] {
    var found: [Row] = []
    var next: Int64? = segment.numbers.lowerBound
    while let number = next { next = try read(segment, from: number, into: &found) }
    return found
  }

  /// Appends fixes of a segment, starting at a number; returns the number to continue with, or nil at the
  /// segment's end.
  ///
  /// Unpacked rows outside of the latitudes are skipped without being created.
  func read(
    _ segment: SegmentPlace, from number: Int64, latitudes band: ClosedRange<Int64>? = nil,
    into fixes: inout [Row]
  ) throws(SQLiteFault) -> Int64? {
    let count = fixes.count
    // While this statement is not reset, the others see the same moment of the file.
    defer { segments.reset() }
    segments.reset()
    try segments.bind([number, segment.numbers.upperBound])
    var from = number
    while try segments.next() {
      var found = try Found(segments)
      if damage != nil, found.end == nil { found.end = try hasNext(found) ? found.stored : lastNumber(found) }
      // In a damaged table one may begin within the one before.
      let begin = max(found.first, from)
      guard begin <= segment.numbers.upperBound else { continue }
      func part(through last: Int64) -> ClosedRange<Int64> {
        begin...max(begin, min(last, segment.numbers.upperBound))
      }
      // Packed fixes have a checksum, and their numbers with them.
      let packed = part(through: found.stored)
      var place = SegmentPlace(numbers: packed, session: found.session)
      let (start, isPacked) = (fixes.count, try readBlob(found.first, place, into: &fixes))
      // A next segment that begins before the requested numbers has a damaged row.
      let wanted = part(through: found.last < begin ? found.stored : found.last)
      place.numbers = damage == nil ? wanted : found.numbers(wanted)
      from = (isPacked ? packed : wanted).upperBound + 1
      let next = isPacked ? nil : try readRows(place, band, into: &fixes)
      if let damage {
        if !isPacked { found.removeWrong(from: start, of: &fixes) }
        place.numbers = place.numbers.lowerBound...(next.map { $0 - 1 } ?? place.numbers.upperBound)
        try look(at: place, found.times, isPacked || band == nil ? fixes[start...] : nil, damage)
      }
      if let next { return next }
      guard fixes.count - count < SegmentPage.rows || wanted.upperBound >= segment.numbers.upperBound else {
        return wanted.upperBound + 1
      }
    }
    return nil
  }

  /// Whether a segment follows one whose next row is out of order; it takes the numbers between them.
  private func hasNext(_ segment: Found) throws(SQLiteFault) -> Bool {
    guard segment.isBeforeDisorder else { return false }
    return try following.firstNumber([segment.first]) != nil
  }

  /// The last number of the last segment, derived from its row, the last fix, and the fix before, since each may be
  /// damaged.
  private func lastNumber(_ segment: Found) throws(SQLiteFault) -> Int64? {
    var numbers: [Int64] = []
    var own: [Int64] = []
    latest.reset()
    defer { latest.reset() }
    do throws(SQLiteFault) {
      while try latest.next() {
        guard let number = latest.number(0), Found.most.contains(number) else { continue }
        numbers.append(number)
        if latest.number(1) == segment.session { own.append(number) }
      }
    } catch { try note(error) }
    if !own.isEmpty { numbers = own }
    guard let last = numbers.first else { return nil }
    numbers.sort()
    let before = numbers.dropLast().last ?? last
    if [last, last + 1, before + 1].contains(segment.last) { return segment.last }
    return last < before ? min(segment.last, before + Int64(SegmentPage.rows)) : last
  }

  /// Appends fixes of a packed segment; returns false if it is not packed.
  private func readBlob(
    _ first: Int64, _ place: SegmentPlace, into fixes: inout [Row]
  ) throws(SQLiteFault) -> Bool {
    let entries: [TrackColumns.Entry]?
    do throws(SQLiteFault) { entries = try PackedSegment.entries(of: blob, first) } catch {
      try note(error)
      // Without its page it is not known whether it is packed; then its fixes are in no rows either.
      return !error.isCorrupt
    }
    guard let entries else { return false }
    for entry in entries where place.numbers.contains(entry.number) {
      fixes.append(Row(entry, session: place.session))
    }
    return true
  }

  /// Appends fixes of unpacked rows; returns the number to continue with if they fill more than a page.
  private func readRows(
    _ place: SegmentPlace, _ latitudes: ClosedRange<Int64>?, into fixes: inout [Row]
  ) throws(SQLiteFault) -> Int64? {
    let rows = latitudes == nil ? rows : band
    let band: [Int64] = latitudes.map { [$0.lowerBound, $0.upperBound] } ?? []
    var numbers = [Int64](repeating: 0, count: Row.columns.count)
    var (next, end) = (place.numbers.lowerBound, place.numbers.upperBound)
    defer { rows.reset() }
    while next <= end {
      rows.reset()
      try rows.bind([next, end] + band)
      var count = 0
      do throws(SQLiteFault) {
        while try rows.next() {
          let nulls = rows.read(into: &numbers)
          count += 1
          // On a damaged page numbers may be out of order.
          guard let row = Row(numbers, nulls: nulls), row.number >= next, row.number <= end else {
            try note(SQLiteFault(.wrongRows, "a fix has numbers out of range"))
            continue
          }
          fixes.append(row)
          next = row.number + 1
        }
        return count == SegmentPage.rows && next <= end ? next : nil
      } catch {
        try note(error)
        // A damaged index may lead back.
        guard let readable = readable(after: next, through: end), readable > next else { return nil }
        next = readable
      }
    }
    return nil
  }

  /// The first number after a damaged page, searched one by one, and beyond a page's capacity in growing steps.
  private func readable(after number: Int64, through end: Int64) -> Int64? {
    var (next, step) = (number, Int64(1))
    while next < end {
      next = min(end, next + step)
      if next - number > SegmentPage.rows { step *= 2 }
      do throws(SQLiteFault) { return try probe.firstNumber([next, end]) } catch { continue }
    }
    return nil
  }

  /// Records the missing numbers of a segment; the fixes are nil if not all of them were read.
  private func look(
    at place: SegmentPlace, _ times: ClosedRange<Int64>, _ fixes: ArraySlice<Row>?, _ damage: DamagedParts
  ) throws(SQLiteFault) {
    let (first, last) = (place.numbers.lowerBound, place.numbers.upperBound)
    guard let explainedCount = try others.firstNumber([first, last]) else { return }
    let expected = last - first + 1 - explainedCount
    let found = if let fixes { Int64(fixes.count) } else { try rowCount(of: place) }
    guard found < expected else { return }
    var all: [Row] = []
    if fixes == nil { _ = try readRows(place, nil, into: &all) }
    let fixes = fixes ?? all[...]
    var explained = NumberRanges()
    defer { ranges.reset() }
    ranges.reset()
    try ranges.bind([first, last])
    while try ranges.next() {
      if let first = ranges.number(0), let last = ranges.number(1), first <= last {
        explained.insert(first...last)
      }
    }
    damage.note(place, explained, times, fixes)
  }

  /// The number of rows of a segment, counted without creating them; 0 if a page can't be read.
  private func rowCount(of place: SegmentPlace) throws(SQLiteFault) -> Int64 {
    do throws(SQLiteFault) {
      return try count.firstNumber([place.numbers.lowerBound, place.numbers.upperBound]) ?? 0
    } catch {
      try note(error)
      return 0
    }
  }

  /// Stores the text of a fault that only skips fixes; throws any other fault.
  private func note(_ fault: SQLiteFault) throws(SQLiteFault) {
    guard let damage, fault.isDamaged else { throw fault }
    damage.words = damage.words ?? fault.words
  }
}

/// A segment as given by its row, between its neighbors.
private struct Found {
  let (first, session): (Int64, Int64)
  /// The last number by its row; and the same, limited by the start of the next segment.
  let stored: Int64
  private(set) var last: Int64
  let times: ClosedRange<Int64>
  private let (latitudes, longitudes): (ClosedRange<Int64>, ClosedRange<Int64>)
  /// The last number before the segment, and the last number that it may contain; nil if unknown.
  private let before: Int64
  var end: Int64? { didSet { last = min(last, max(end ?? .max, first)) } }
  /// Whether the row after its row is out of order.
  let isBeforeDisorder: Bool
  static let most = -StoreSchema.mostNumber...StoreSchema.mostNumber

  init(_ row: SQLiteStatement) throws(SQLiteFault) {
    let place = try SegmentPlace(row)
    guard Self.most.contains(place.numbers.lowerBound), Self.most.contains(place.numbers.upperBound) else {
      throw SQLiteFault(.wrongRows, "a segment has numbers out of range")
    }
    func range(_ column: Int) -> ClosedRange<Int64> {
      let first = row.number(column) ?? 0
      return first...max(first, row.number(column + 1) ?? first)
    }
    func number(_ column: Int) -> Int64? {
      row.number(column).map { min(max($0, Self.most.lowerBound), Self.most.upperBound) }
    }
    (times, latitudes, longitudes, before) = (range(3), range(5), range(7), number(9) ?? 0)
    end = number(10)
    isBeforeDisorder = end ?? .max < place.numbers.lowerBound
    if isBeforeDisorder { end = nil }
    (first, stored, session) = (place.numbers.lowerBound, place.numbers.upperBound, place.session)
    last = min(stored, max(end ?? .max, first))
  }

  /// The numbers of a part of it; at its start and end, they include adjacent numbers without a segment.
  func numbers(_ part: ClosedRange<Int64>) -> ClosedRange<Int64> {
    let begin = part.lowerBound == first ? before + 1 : part.lowerBound
    let end = part.upperBound == last ? max(last, end ?? last) : part.upperBound
    return min(begin, part.lowerBound)...end
  }

  /// Removes rows outside of the segment's limits, since a row has no checksum; if most are, the segment's row
  /// is wrong.
  func removeWrong<Row: StoredRow>(from start: Int, of fixes: inout [Row]) {
    let isWrong = { (row: Row) in
      first...stored ~= row.number && (!times.contains(row.milliseconds) || !row.isIn(latitudes, longitudes))
    }
    let wrong = fixes[start...].count(where: isWrong)
    guard wrong > 0, 2 * wrong <= fixes.count - start else { return }
    fixes.replaceSubrange(start..., with: fixes[start...].filter { !isWrong($0) })
  }
}

enum SegmentPage {
  /// The most rows per read transaction, during which the writer can't shorten its log.
  static let rows = 1024
}

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
