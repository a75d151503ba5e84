public import GNSS
internal import GPSBase
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// A store, for reading; its writer and other readers may use it at the same time.
///
/// ```swift
/// let store = try TrackStore(at: "track.db")
/// if let last = try store.lastKnown() { print(last.time, last.coordinate) }
/// try store.forEachFix(from: morning, to: noon) { print($0.fix) }
/// ```
///
/// A reader is used by one thread at a time.
public final class TrackStore {
  private let file: SQLiteConnection
  private let path: String

  /// No transaction lasts longer than this many rows: the writer's log could not be shortened meanwhile.
  private static let pageRows = 1024

  /// Opens a store.
  ///
  /// - Parameter path: The path of the store.
  /// - Throws: A ``StoreError`` if the store does not exist or can't be read.
  public init(at path: String) throws(StoreError) {
    self.path = path
    do throws(SQLiteFault) {
      file = try SQLiteConnection(path, .reading)
      try file.run("PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    } catch { throw StoreError(error, path) }
    if try StoreSchema.kind(of: file, path) == .empty {
      throw StoreError(.notAStore, path, "found an empty database; expected a store")
    }
  }

  /// The last fix; nil if the store is empty.
  public func lastKnown() throws(StoreError) -> StoredFix? {
    do throws(SQLiteFault) {
      let query = try file.prepare(
        "SELECT \(StoreSchema.fixColumns) FROM fix ORDER BY seq DESC LIMIT 1")
      return try query.next() ? try Self.fix(of: query) : nil
    } catch { throw StoreError(error, path) }
  }

  /// Calls a closure for each fix of a time span, in the order in which they came.
  ///
  /// - Parameters:
  ///   - from: The first time; nil for the first fix.
  ///   - to: The last time; nil for the last fix.
  ///   - body: The closure.
  /// - Throws: The closure's error, or a ``StoreError``.
  public func forEachFix(
    from: UTC? = nil, to: UTC? = nil, _ body: (StoredFix) throws -> Void
  ) throws {
    let (first, last) = (from.map(TrackRow.milliseconds) ?? .min, to.map(TrackRow.milliseconds) ?? .max)
    guard first <= last else { return }
    let times = first...last
    for numbers in try segments(in: times) {
      var next = numbers.lowerBound
      while next <= numbers.upperBound {
        let page = try page(next...numbers.upperBound, times)
        for fix in page { try body(fix) }
        guard let last = page.last, page.count == Self.pageRows, last.number < .max else { break }
        next = last.number + 1
      }
    }
  }

  /// The numbers of the segments that reach into a time span.
  private func segments(in times: ClosedRange<Int64>) throws(StoreError) -> [ClosedRange<Int64>] {
    do throws(SQLiteFault) {
      let query = try file.prepare("SELECT first, last FROM segment WHERE t0 <= ? AND t1 >= ? ORDER BY first")
      try query.bind(1, times.upperBound)
      try query.bind(2, times.lowerBound)
      var found: [ClosedRange<Int64>] = []
      while try query.next() {
        guard let first = query.number(0), let last = query.number(1), first <= last else {
          throw SQLiteFault(.unexpected, "a segment has no numbers")
        }
        found.append(first...last)
      }
      return found
    } catch { throw StoreError(error, path) }
  }

  private func page(
    _ numbers: ClosedRange<Int64>, _ times: ClosedRange<Int64>
  ) throws(StoreError) -> [StoredFix] {
    do throws(SQLiteFault) {
      let query = try file.prepare(
        """
        SELECT \(StoreSchema.fixColumns) FROM fix
        WHERE seq BETWEEN ? AND ? AND t BETWEEN ? AND ? ORDER BY seq LIMIT \(Self.pageRows)
        """)
      for (place, number) in [
        numbers.lowerBound, numbers.upperBound, times.lowerBound, times.upperBound,
      ].enumerated() { try query.bind(place + 1, number) }
      var page: [StoredFix] = []
      while try query.next() { page.append(try Self.fix(of: query)) }
      return page
    } catch { throw StoreError(error, path) }
  }

  private static func fix(of query: SQLiteStatement) throws(SQLiteFault) -> StoredFix {
    let columns = (3..<(3 + TrackRow.columnCount)).map { query.number($0) }
    guard let number = query.number(0), let session = query.number(1), let monotonic = query.number(2),
      let row = TrackRow(columns: columns)
    else { throw SQLiteFault(.sqlite(11), "a fix has numbers out of range") }
    return StoredFix(number: number, session: session, monotonic: monotonic, row: row)
  }
}
