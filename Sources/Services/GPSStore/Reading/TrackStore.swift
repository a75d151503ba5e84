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
  let file: SQLiteConnection
  private let path: String
  let rows: SegmentRows<StoredFix>

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
    switch try StoreSchema.kind(of: file, path) {
    case .ours, .newer: break
    case .unknown(let version): throw StoreSchema.newer(version, path)
    case .empty: throw StoreError(.notAStore, path, "found an empty database; expected a store")
    }
    do throws(SQLiteFault) { rows = try SegmentRows(file) } catch { throw StoreError(error, path) }
  }

  /// The last fix that was reported live, or else the last one that was imported; nil if the store is empty.
  public func lastKnown() throws(StoreError) -> StoredFix? {
    try ask { () throws(SQLiteFault) in
      // Without a live session, all segments would be searched for one.
      let isLive = try file.number("SELECT 1 FROM session WHERE kind <> 'import' LIMIT 1") != nil
      let live = "WHERE session NOT IN (SELECT id FROM session WHERE kind = 'import')"
      for condition in isLive ? [live, ""] : [""] {
        let query = try file.prepare(
          "SELECT last, session FROM segment \(condition) ORDER BY first DESC LIMIT 1")
        guard try query.next() else { continue }
        guard let number = query.number(0), let session = query.number(1) else { continue }
        return try fix(number, session: session)
      }
      return nil
    }
  }

  /// The fix with a number.
  func fix(_ number: Int64, session: Int64) throws(SQLiteFault) -> StoredFix? {
    var fixes: [StoredFix] = []
    let segment = SegmentPlace(numbers: number...number, session: session)
    _ = try rows.read(segment, from: number, into: &fixes)
    return fixes.last
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
  ) throws { try forEachFix(StoreQuery(from: from, to: to), body) }

  /// Calls a closure for each fix that a query asks for, in the order in which they came.
  ///
  /// - Parameters:
  ///   - query: Which fixes.
  ///   - body: The closure.
  /// - Throws: The closure's error, or a ``StoreError``.
  public func forEachFix(_ query: StoreQuery, _ body: (StoredFix) throws -> Void) throws {
    guard var pages = FixPages(query) else { return }
    while let page = try read(&pages) { for fix in page { try body(fix) } }
  }

  /// The same for a closure that does not fail; false ends the reading.
  package func visitFixes(_ query: StoreQuery, _ body: (StoredFix) -> Bool) throws(StoreError) {
    guard var pages = FixPages(query) else { return }
    var trip: [StoredFix] = []
    while let page = try read(&pages) {
      guard query.numbers != nil else {
        for fix in page where !body(fix) { return }
        continue
      }
      trip += page
    }
    // A trip has the order of time: an import may have a part of it.
    let order = Array(trip.indices).sorted { trip[$0].milliseconds < trip[$1].milliseconds }
    for index in order where !body(trip[index]) { return }
  }

  /// Whether a fix that a query asks for counts in summaries: its time and its signals are credible.
  package func hasCountedFixes(_ query: StoreQuery) throws(StoreError) -> Bool {
    var found = false
    try visitFixes(query) {
      found = !$0.isSuspect && !$0.hasWrongTime
      return !found
    }
    return found
  }

  /// The fixes of a time span in the order in which they came, for tasks.
  ///
  /// - Parameters:
  ///   - from: The first time; nil for the first fix.
  ///   - to: The last time; nil for the last fix.
  ///   - device: The key or the name of the device; nil for all.
  /// - Returns: A sequence that reads the store when it is iterated.
  public func fixes(from: UTC? = nil, to: UTC? = nil, of device: String? = nil) -> StoredFixes {
    fixes(StoreQuery(device: device, from: from, to: to))
  }

  /// The fixes that a query asks for, for tasks.
  public func fixes(_ query: StoreQuery) -> StoredFixes { StoredFixes(path: path, query: query) }

  /// The next page of an answer; nil at its end.
  func read(_ pages: inout FixPages) throws(StoreError) -> [StoredFix]? {
    do throws(SQLiteFault) { return try pages.read(file, rows) } catch { throw StoreError(error, path) }
  }

  /// Runs a question, and adds the path to its faults.
  func ask<Answer>(_ question: () throws(SQLiteFault) -> Answer) throws(StoreError) -> Answer {
    do throws(SQLiteFault) { return try question() } catch { throw StoreError(error, path) }
  }

  /// Runs a question of several queries on one moment of the store: what is written meanwhile is in none of them.
  func askAtOnce<Answer>(_ question: () throws(SQLiteFault) -> Answer) throws(StoreError) -> Answer {
    try ask { () throws(SQLiteFault) in
      try file.run("BEGIN")
      do throws(SQLiteFault) {
        let answer = try question()
        try file.run("COMMIT")
        return answer
      } catch {
        try? file.run("ROLLBACK")
        throw error
      }
    }
  }
}
