internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// The tables of a store, and the check whether a file is a store.
///
/// Numbers are whole: `t` and `lag` are milliseconds, places ten-millionths of a degree with two further digits in
/// `fine`, heights centimeters, accuracies millimeters, speeds centimeters a second, courses and dilutions
/// hundredths, signals half dB-Hz. NULL stands for a value that the receiver did not report.
enum StoreSchema {
  /// The version of the tables, in `user_version`.
  ///
  /// The next version is 3, because 2 was used for other tables before the first release.
  static let version: Int64 = 1
  /// The first version of the programs that can read these tables; `reads` in the table `store`.
  static let reads: Int64 = 1
  /// The mark of our files in `application_id`: "GPSt".
  static let application: Int64 = 0x4750_5374

  /// The largest accepted number; JSON readers support no larger ones.
  static let mostNumber: Int64 = 1 << 53

  /// The start of the count of epochs, in seconds since 1970: 2020-01-01.
  static let epochZero: Int64 = 1_577_836_800

  /// The tables.
  ///
  /// Fixes, events and gaps share one sequence of numbers, `seq`. Packed fixes have no row in `fix`. Trips and stops
  /// are not stored, since they are derived from the fixes. So is a segment's distance; a device's distance is that of
  /// its removed fixes.
  private static let tables = """
    CREATE TABLE store (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE device (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      distance INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE session (
      id INTEGER PRIMARY KEY, device INTEGER NOT NULL REFERENCES device, epoch INTEGER NOT NULL,
      kind TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER, boot TEXT, program TEXT NOT NULL) STRICT;
    CREATE TABLE fix (
      seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, mono INTEGER NOT NULL, t INTEGER NOT NULL,
      lag INTEGER NOT NULL, lat INTEGER, lon INTEGER, fine INTEGER, alt INTEGER, geoid INTEGER, speed INTEGER,
      course INTEGER, climb INTEGER, h_acc INTEGER, v_acc INTEGER, sats INTEGER, hdop INTEGER, vdop INTEGER,
      signal INTEGER, flags INTEGER NOT NULL) STRICT;
    CREATE TABLE pack (first INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, at INTEGER NOT NULL, mono INTEGER NOT NULL,
      kind TEXT NOT NULL, detail TEXT) STRICT;
    CREATE TABLE gap (
      seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, t0 INTEGER NOT NULL, t1 INTEGER NOT NULL,
      cause TEXT NOT NULL, verdict TEXT) STRICT;
    CREATE TABLE segment (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, session INTEGER NOT NULL, t0 INTEGER NOT NULL,
      t1 INTEGER NOT NULL, south INTEGER NOT NULL, north INTEGER NOT NULL, west INTEGER NOT NULL,
      east INTEGER NOT NULL, fastest INTEGER, distance INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE INDEX segment_time ON segment (t0);
    CREATE TABLE dropped (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, count INTEGER NOT NULL, at INTEGER NOT NULL,
      cause TEXT NOT NULL) STRICT;
    """

  private static let strangers = "SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger')"
  private static let ownTables = """
    SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN
      ('store', 'device', 'session', 'fix', 'event', 'gap', 'segment', 'dropped', 'pack')
      AND sql NOT LIKE '%VIRTUAL%'
    """
  private static let tableCount: Int64 = 9

  enum Kind: Hashable {
    /// A store of this version.
    case ours
    /// A store of a higher version, which can be read, but not written.
    case newer(Int64)
    /// A store of a higher version, which this program can't use.
    case unknown(Int64)
    /// A file without tables, which may become a store.
    case empty
  }

  /// Decides what a file is, without writing.
  static func kind(of file: SQLiteConnection, _ path: String) throws(StoreError) -> Kind {
    do throws(SQLiteFault) {
      let application = try file.number("PRAGMA application_id") ?? 0
      // Its header alone shows that: nothing else of another program's file must count as a store's damage.
      guard application == 0 || application == Self.application else {
        throw SQLiteFault(.unexpected, otherProgram)
      }
      let found = try file.number("PRAGMA user_version") ?? 0
      let tables = try file.number("SELECT count(*) FROM sqlite_master") ?? 0
      if application == 0, found == 0, tables == 0 { return .empty }
      guard application == Self.application else { throw SQLiteFault(.unexpected, otherProgram) }
      guard found > 0 else { throw SQLiteFault(.wrongRows, incomplete) }
      if found > version, try reads(in: file) ?? .max > version { return .unknown(found) }
      // A view or a trigger could run without an end.
      guard try file.number(Self.strangers) == 0,
        try file.number(Self.ownTables) == tableCount
      else { throw SQLiteFault(.wrongRows, otherTables) }
      return found == version ? .ours : .newer(found)
    } catch {
      if error.cause == .unexpected { throw StoreError(.notAStore, path, error.words) }
      throw error.isDamaged && error.words == "file is not a database"
        ? StoreError(.notAStore, path, noDatabase) : StoreError(error, path)
    }
  }

  private static let (otherTables, incomplete) = (
    "found other tables than a store has", "its tables are incomplete"
  )
  private static let otherProgram = "found another program's database; expected a store or a new file"
  static let noDatabase = "found a file that is not a database; expected a store or a new file"

  /// Whether the header of a file has our mark; SQLite does not read that of a file that was cut off.
  static func hasMark(_ path: String) -> Bool { number(of: path, at: 68) == application }

  /// A number in the header of a file; nil if it has none.
  private static func number(of path: String, at place: Int) -> Int64? {
    guard let header = Kernel.contents(of: path, limit: 100), header.count == 100 else { return nil }
    return header[place..<(place + 4)].reduce(0) { $0 << 8 | Int64($1) }
  }

  /// The first version of the programs that can read a store of a higher version; nil if the store does not name one.
  private static func reads(in file: SQLiteConnection) throws(SQLiteFault) -> Int64? {
    guard try file.number("SELECT count(*) FROM sqlite_master WHERE name = 'store' AND type = 'table'") == 1
    else { return nil }
    return try file.query("SELECT CAST(value AS INTEGER) FROM store WHERE key = 'reads'").flatMap {
      (query) throws(SQLiteFault) in try query.next() ? query.number(0) : nil
    }
  }

  static func newer(_ found: Int64, _ path: String) -> StoreError {
    StoreError(
      .newerVersion, path, "its version is \(found); this program knows version \(version)",
      "use the program that made it")
  }

  /// Refuses a file whose rows this program can't interpret, even if it is damaged.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reads: The first version of the programs that can read it; nil if unreadable.
  /// - Throws: The error for a store of a higher version.
  static func refuseNewer(_ path: String, reads: Int64?) throws(StoreError) {
    let found = hasMark(path) ? number(of: path, at: 60) ?? 0 : 0
    // One number alone may be damaged.
    guard reads ?? found > version else { return }
    throw newer(max(found, reads ?? 0), path)
  }

  /// Makes an empty file a store in one transaction: after a power cut it is empty or complete.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - installation: Its random digits.
  ///   - program: The name and the version of the program.
  ///   - now: Milliseconds since 1970 by this machine's clock.
  ///   - dropped: The last number that this store skips, and why; nil for a store that begins with 1.
  /// - Throws: A fault of the file.
  static func create(
    in file: SQLiteConnection, installation: String, program: String, at now: Int64,
    dropped: (number: Int64, cause: String)? = nil
  ) throws(SQLiteFault) {
    try file.transaction { () throws(SQLiteFault) in
      try file.run("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
      try file.run(tables)
      for (key, value) in [
        ("installation", installation), ("made", "\(now)"), ("program", program), ("reads", "\(reads)"),
      ] { try file.set(key, value) }
      if let dropped {
        let number = dropped.number
        try file.run("INSERT INTO dropped VALUES (1, \(number), \(number), \(now), '\(dropped.cause)')")
      }
    }
  }

  /// The fix of a row that was read with ``fixColumns``.
  static func entry(
    of query: SQLiteStatement
  ) throws(SQLiteFault) -> (session: Int64, entry: TrackColumns.Entry) {
    var numbers = [Int64](repeating: 0, count: TrackRow.columnCount + 3)
    let nulls = query.read(into: &numbers)
    guard nulls & 7 == 0, let row = TrackRow(numbers, from: 3, nulls: nulls >> 3) else {
      throw SQLiteFault(.wrongRows, "a fix has numbers out of range")
    }
    return (numbers[1], TrackColumns.Entry(number: numbers[0], monotonic: numbers[2], row: row))
  }

  /// Reads a row of fixes: `seq`, `session`, `mono` and the columns of a row.
  static let fixColumns = "seq, session, mono, " + TrackRow.columnNames.joined(separator: ", ")

  static func inserting(into table: String) -> String {
    let marks = Array(repeating: "?", count: TrackRow.columnCount + 3).joined(separator: ", ")
    return "INSERT INTO \(table) (\(fixColumns)) VALUES (\(marks))"
  }

  /// The last number of all tables; 0 if they are empty.
  static func lastNumber(in file: SQLiteConnection) throws(SQLiteFault) -> Int64 {
    var last: Int64 = 0
    for query in lastNumbers { last = max(last, try file.number(query) ?? 0) }
    return last
  }

  static let lastNumbers = [
    "SELECT max(seq) FROM fix", "SELECT last FROM segment ORDER BY first DESC LIMIT 1",
    "SELECT max(seq) FROM event", "SELECT max(seq) FROM gap", "SELECT max(last) FROM dropped",
  ]

  /// The key of the device for fixes whose own device is lost.
  static let lostDevice = "unknown"

  /// The sessions of a device; a question mark stands for its key or name.
  static let sessionsOfDevice =
    "SELECT id FROM session WHERE device IN (SELECT id FROM device WHERE ? IN (key, name))"
}

extension SQLiteConnection {
  /// Stores a property of a store, replacing its earlier value.
  func set(_ key: String, _ value: String) throws(SQLiteFault) {
    try prepare("INSERT OR REPLACE INTO store VALUES (?, ?)").run([key, value])
  }

  /// The unpacked fixes with these numbers.
  func fixes(
    _ first: Int64, _ last: Int64
  ) throws(SQLiteFault) -> [(session: Int64, entry: TrackColumns.Entry)] {
    try rows(
      "SELECT \(StoreSchema.fixColumns) FROM fix WHERE seq BETWEEN ? AND ? ORDER BY seq", [first, last],
      StoreSchema.entry)
  }
}
