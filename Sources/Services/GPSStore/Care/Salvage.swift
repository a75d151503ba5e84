internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// The readable rows of a damaged store: all rows of each intact page, even if the pages above it are damaged.
///
/// Fixes are read twice, first only for the location of their page, so that memory grows with the number of pages and
/// not of fixes. Segments are rebuilt from the fixes.
final class Salvage {
  struct Device {
    var key, name: String
    var way: Int64
  }

  struct Session {
    var device, epoch, began: Int64
    var ended: Int64?
    var kind, program: String
    var boot: String?
  }

  /// An event, or a gap, with its four values after the session.
  struct Other {
    var isGap: Bool
    var session, first, second: Int64
    var word: String
    var detail: String?
  }

  /// A page with fixes, by the first number on it.
  struct Place {
    var first, page: Int64
    var isPacked: Bool
  }

  private struct Segment {
    var last, session, way: Int64
    var times: ClosedRange<Int64>
  }

  private(set) var devices: [Int64: Device] = [:]
  private(set) var sessions: [Int64: Session] = [:]
  private(set) var others: [Int64: Other] = [:]
  private(set) var dropped: [(numbers: ClosedRange<Int64>, cause: String)] = []
  /// The table `store`: its keys and values.
  private(set) var facts: [String: String] = [:]
  /// The pages with fixes, in the order of their numbers.
  private(set) var places: [Place] = []
  /// The last number in any segment, even if its fixes are lost.
  private(set) var lastNamed: Int64 = 0
  private(set) var digest = FileDigest()
  private var segments: [Int64: Segment] = [:]
  private let descriptor: CInt

  /// Reads the pages of a file that this process has no connection to.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isGlance: Whether to stop at the first row, which proves that the file contains part of a store.
  /// - Throws: A ``StoreError`` if it can't be read.
  init(_ path: String, isGlance: Bool = false) throws(StoreError) {
    do throws(Errno) { descriptor = try Kernel.open(path, for: .reading) } catch {
      throw StoreError(error, path)
    }
    guard let node = Kernel.node(of: descriptor), node.isFile else {
      throw StoreError(.notAStore, path, "found a folder, a pipe or a device; expected a file")
    }
    for page in 0..<(node.size / Int64(DatabasePage.size)) where !isGlance || isEmpty {
      let bytes = bytes(of: page)
      digest.add(bytes.span)
      for (index, row) in (DatabasePage.rows(bytes) ?? []).enumerated() {
        take(row, page, isFirst: index == 0)
      }
    }
    // A segment that was packed may be there as rows as well, on a page of before: then the packed one counts.
    places.sort { ($0.first, $0.isPacked ? 0 : 1) < ($1.first, $1.isPacked ? 0 : 1) }
  }

  deinit { try? Kernel.close(descriptor) }

  /// Whether no part of a store was found.
  var isEmpty: Bool { places.isEmpty && others.isEmpty && sessions.isEmpty }

  /// The distance of a device in millimeters: of removed fixes, and of its segments.
  func way(of device: Int64) -> Int64 {
    let ways = segments.values.filter { sessions[$0.session]?.device == device }.map(\.way)
    return ([devices[device]?.way ?? 0] + ways).reduce(0) { sum, way in
      sum + max(0, min(way, Self.mostMillimeters))
    }
  }

  /// More than any device covers.
  private static let mostMillimeters: Int64 = 1_000_000_000_000

  var first: Int64? { [places.first?.first, others.keys.min()].compactMap(\.self).min() }

  /// The fixes of a place, with their sessions; empty if they are damaged.
  func fixes(at place: Place) -> [(session: Int64, entry: TrackColumns.Entry)] {
    guard place.isPacked else { return rows(of: place.page).compactMap(Self.fix) }
    guard let blob = blob(at: place), let entries = try? TrackColumns.unpack(blob),
      let session = session(of: entries, place.first)
    else { return [] }
    return entries.map { (session, $0) }
  }

  func blob(at place: Place) -> [UInt8]? {
    for row in rows(of: place.page) where row.number == place.first {
      if case .bytes(let blob) = row.values.last { return blob }
    }
    return nil
  }

  private func rows(of page: Int64) -> [DatabasePage.Row] { DatabasePage.rows(bytes(of: page)) ?? [] }

  /// The bytes of a page; empty if it can't be read.
  private func bytes(of page: Int64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: DatabasePage.size)
    let count = try? Kernel.read(descriptor, at: page * Int64(DatabasePage.size), into: &bytes)
    return count == DatabasePage.size ? bytes : []
  }

  // MARK: - Rows

  /// Adds a row of a page; the number and types of its values identify its table.
  private func take(_ row: DatabasePage.Row, _ page: Int64, isFirst: Bool) {
    let values = row.values
    if row.number == 0, values.count == 2, let key = values[0].text, let value = values[1].text {
      facts[key] = value
    }
    guard 1...StoreSchema.mostNumber ~= row.number, values.first == .null else { return }
    switch values.count {
    case 2:
      if case .bytes = values[1] { places.append(Place(first: row.number, page: page, isPacked: true)) }
    case 4:
      guard let key = values[1].text, let name = values[2].text else { return }
      devices[row.number] = Device(key: key, name: name, way: values[3].number ?? 0)
    case 5:
      guard let last = Self.last(row), let cause = values[4].text else { return }
      dropped.append((row.number...last, cause))
    case 6: takeOther(row)
    case 8: takeSession(row)
    case 11:
      guard let last = Self.last(row), let session = values[2].number, let begin = values[3].number,
        let end = values[4].number, begin <= end
      else { return }
      name(last)
      segments[row.number] = Segment(
        last: last, session: session, way: values[10].number ?? 0, times: begin...end)
    case TrackRow.columnCount + 3:
      if isFirst, Self.fix(row) != nil {
        places.append(Place(first: row.number, page: page, isPacked: false))
      }
    default: break
    }
  }

  private static func last(_ row: DatabasePage.Row) -> Int64? {
    row.values[1].number.flatMap { row.number <= $0 && $0 <= StoreSchema.mostNumber ? $0 : nil }
  }

  private func name(_ last: Int64) {
    if last <= StoreSchema.mostNumber { lastNamed = max(lastNamed, last) }
  }

  private func takeOther(_ row: DatabasePage.Row) {
    let values = row.values
    guard let session = values[1].number, let first = values[2].number, let second = values[3].number,
      let word = values[4].text, TrackRow.isTime(first), second.magnitude <= UInt64(StoreSchema.mostNumber)
    else { return }
    // An event has its time and milliseconds since its session began; a gap has two times.
    let isGap = second >= first && second > 100_000_000_000
    others[row.number] = Other(
      isGap: isGap, session: session, first: first, second: second, word: word, detail: values[5].text)
  }

  private func takeSession(_ row: DatabasePage.Row) {
    let values = row.values
    guard let device = values[1].number, let epoch = values[2].number, let kind = values[3].text,
      let began = values[4].number, let program = values[7].text
    else { return }
    sessions[row.number] = Session(
      device: device, epoch: epoch, began: began, ended: values[5].number, kind: kind, program: program,
      boot: values[6].text)
  }

  private static func fix(_ row: DatabasePage.Row) -> (session: Int64, entry: TrackColumns.Entry)? {
    let columns = row.values.dropFirst(3).map(\.number)
    guard columns.count == TrackRow.columnCount, 1...StoreSchema.mostNumber ~= row.number,
      let session = row.values[1].number, session > 0, let monotonic = row.values[2].number,
      let values = TrackRow(columns: columns)
    else { return nil }
    return (session, TrackColumns.Entry(number: row.number, monotonic: monotonic, row: values))
  }

  // MARK: - Packed fixes

  /// The session of packed fixes; nil if they are not valid.
  private func session(of entries: [TrackColumns.Entry], _ first: Int64) -> Int64? {
    guard let begin = entries.first, let end = entries.last, begin.number == first,
      end.number <= StoreSchema.mostNumber,
      zip(entries, entries.dropFirst()).allSatisfy({
        $0.number < $1.number && StoreSegment.isNext($1.row, after: $0.row)
      })
    else { return nil }
    if let segment = segments[first] {
      let times = begin.row.milliseconds...end.row.milliseconds
      return end.number == segment.last && times == segment.times ? segment.session : nil
    }
    // The page of the segment is lost. Of the sessions, the one whose clock fits has it.
    let received = begin.row.milliseconds &+ begin.row.lag &- begin.monotonic
    return sessions.min { a, b in
      Self.distance(a.value.began, received) < Self.distance(b.value.began, received)
    }?.key ?? 1
  }

  private static func distance(_ a: Int64, _ b: Int64) -> UInt64 { (a &- b).magnitude }
}
