internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// The tables of a store, and whether a file is one.
///
/// Numbers are whole: `t` and `lag` are milliseconds, places ten-millionths of a degree with two further digits in
/// `fine`, heights centimeters, accuracies millimeters, speeds centimeters a second, courses and dilutions
/// hundredths, signals half dB-Hz. NULL is what the receiver did not report.
enum StoreSchema {
  /// The version of the tables, in `user_version`.
  static let version: Int64 = 2
  /// The first version of the programs that can read these tables; `reads` in the table `store`.
  static let reads: Int64 = 2
  /// The mark of our files in `application_id`: "GPSt".
  static let application: Int64 = 0x4750_5374

  /// The last number that is believed; JSON readers know no larger ones.
  static let mostNumber: Int64 = 1 << 53

  /// The second from which epochs count: 2020-01-01.
  static let epochZero: Int64 = 1_577_836_800

  /// The tables of version 1.
  ///
  /// Fixes, events and gaps share one sequence of numbers, `seq`.
  private static let firstTables = """
    CREATE TABLE store (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE device (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT;
    CREATE TABLE session (
      id INTEGER PRIMARY KEY, device INTEGER NOT NULL REFERENCES device, epoch INTEGER NOT NULL,
      kind TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER, boot TEXT, program TEXT NOT NULL) STRICT;
    CREATE TABLE fix (
      seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, mono INTEGER NOT NULL, t INTEGER NOT NULL,
      lag INTEGER NOT NULL, lat INTEGER, lon INTEGER, fine INTEGER, alt INTEGER, geoid INTEGER, speed INTEGER,
      course INTEGER, climb INTEGER, h_acc INTEGER, v_acc INTEGER, sats INTEGER, hdop INTEGER, vdop INTEGER,
      signal INTEGER, flags INTEGER NOT NULL) STRICT;
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, at INTEGER NOT NULL, mono INTEGER NOT NULL,
      kind TEXT NOT NULL, detail TEXT) STRICT;
    CREATE TABLE gap (
      seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, t0 INTEGER NOT NULL, t1 INTEGER NOT NULL,
      cause TEXT NOT NULL, verdict TEXT) STRICT;
    CREATE TABLE segment (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, session INTEGER NOT NULL, t0 INTEGER NOT NULL,
      t1 INTEGER NOT NULL, south INTEGER NOT NULL, north INTEGER NOT NULL, west INTEGER NOT NULL,
      east INTEGER NOT NULL, fastest INTEGER) STRICT;
    CREATE INDEX segment_time ON segment (t0);
    CREATE TABLE dropped (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, count INTEGER NOT NULL, at INTEGER NOT NULL,
      cause TEXT NOT NULL) STRICT;
    """

  /// The additions of version 2: a page for the packed fixes of a segment, which are in no row of `fix`, and way, trips and
  /// stops, which follow from the fixes.
  private static let secondTables = """
    CREATE TABLE pack (first INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    ALTER TABLE segment ADD COLUMN way INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE device ADD COLUMN way INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE device ADD COLUMN upto INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE device ADD COLUMN motion BLOB;
    CREATE TABLE trip (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, device INTEGER NOT NULL REFERENCES device,
      t0 INTEGER NOT NULL, t1 INTEGER NOT NULL, lat0 INTEGER NOT NULL, lon0 INTEGER NOT NULL,
      lat1 INTEGER NOT NULL, lon1 INTEGER NOT NULL, way INTEGER NOT NULL, straight INTEGER NOT NULL,
      moving INTEGER NOT NULL, fastest INTEGER NOT NULL, rules INTEGER NOT NULL) STRICT;
    CREATE TABLE stop (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, device INTEGER NOT NULL REFERENCES device,
      t0 INTEGER NOT NULL, t1 INTEGER NOT NULL, lat INTEGER NOT NULL, lon INTEGER NOT NULL,
      rules INTEGER NOT NULL) STRICT;
    """

  /// The same for a connection that only reads: views for the columns, and empty tables, which
  /// ``TrackStore/deriveMotion()`` fills.
  private static let secondViews = """
    CREATE TEMP TABLE pack (first INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TEMP TABLE derived_way (first INTEGER PRIMARY KEY, way INTEGER NOT NULL);
    CREATE TEMP TABLE derived_motion (
      device INTEGER PRIMARY KEY, way INTEGER NOT NULL, upto INTEGER NOT NULL, motion BLOB);
    CREATE TEMP VIEW segment AS SELECT s.*, coalesce(d.way, 0) AS way
      FROM main.segment s LEFT JOIN derived_way d ON d.first = s.first;
    CREATE TEMP VIEW device AS SELECT s.*, coalesce(d.way, 0) AS way, coalesce(d.upto, 0) AS upto, d.motion AS motion
      FROM main.device s LEFT JOIN derived_motion d ON d.device = s.id;
    CREATE TEMP TRIGGER set_way INSTEAD OF UPDATE ON segment BEGIN
      INSERT OR REPLACE INTO derived_way VALUES (new.first, new.way);
    END;
    CREATE TEMP TRIGGER set_motion INSTEAD OF UPDATE ON device BEGIN
      INSERT OR REPLACE INTO derived_motion VALUES (new.id, new.way, new.upto, new.motion);
    END;
    CREATE TEMP TABLE trip (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, device INTEGER NOT NULL,
      t0 INTEGER NOT NULL, t1 INTEGER NOT NULL, lat0 INTEGER NOT NULL, lon0 INTEGER NOT NULL,
      lat1 INTEGER NOT NULL, lon1 INTEGER NOT NULL, way INTEGER NOT NULL, straight INTEGER NOT NULL,
      moving INTEGER NOT NULL, fastest INTEGER NOT NULL, rules INTEGER NOT NULL);
    CREATE TEMP TABLE stop (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, device INTEGER NOT NULL,
      t0 INTEGER NOT NULL, t1 INTEGER NOT NULL, lat INTEGER NOT NULL, lon INTEGER NOT NULL,
      rules INTEGER NOT NULL);
    """

  private static let strangers = "SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger')"
  private static let ownTables = """
    SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN
      ('store', 'device', 'session', 'fix', 'event', 'gap', 'segment', 'dropped', 'trip', 'stop', 'pack')
      AND sql NOT LIKE '%VIRTUAL%'
    """
  /// The number of these tables in each version.
  private static let tableCounts: [Int64] = [8, 11]

  /// The kinds of files.
  enum Kind: Hashable {
    /// A store of this version.
    case ours
    /// A store of an earlier version, which can be read, and must be migrated before it is written.
    case older(Int64)
    /// A store of a later version, which can be read, but not written.
    case newer(Int64)
    /// A store of a later version, which this program can't use.
    case unknown(Int64)
    /// A file without tables, which may become one.
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
      guard application == Self.application else {
        throw SQLiteFault(.unexpected, otherProgram)
      }
      guard found > 0 else { throw SQLiteFault(.wrongRows, incomplete) }
      if found > version, try reads(in: file) ?? .max > version { return .unknown(found) }
      // A view or a trigger could run without an end.
      guard try file.number(Self.strangers) == 0,
        try file.number(Self.ownTables) == tableCounts[Int(min(found, version)) - 1]
      else { throw SQLiteFault(.wrongRows, otherTables) }
      return found == version ? .ours : found < version ? .older(found) : .newer(found)
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
  private static let noDatabase = "found a file that is not a database; expected a store or a new file"

  /// Whether a file that can't be opened was a store.
  ///
  /// Only what SQLite finds is such damage: our own checks find files of others, and rows that a repair leaves out. A file
  /// without our mark was a store if it has a store's lock beside it.
  static func wasStore(_ error: StoreError, at path: String) -> Bool {
    switch error.code {
    case .damaged: error.isCorrupt && (hasMark(path) || StoreLock.isBeside(path))
    case .notAStore: error.reason == noDatabase && StoreLock.isBeside(path)
    default: false
    }
  }

  /// Whether the header of a file has our mark; SQLite does not read that of a file that was cut off.
  private static func hasMark(_ path: String) -> Bool {
    guard let header = Kernel.contents(of: path, limit: 100), header.count == 100 else { return false }
    return header[68..<72].reduce(0) { $0 << 8 | Int64($1) } == application
  }

  /// The first version of the programs that can read a later store; nil if it does not say so.
  private static func reads(in file: SQLiteConnection) throws(SQLiteFault) -> Int64? {
    guard try file.number("SELECT count(*) FROM sqlite_master WHERE name = 'store' AND type = 'table'") == 1
    else { return nil }
    return try file.query("SELECT CAST(value AS INTEGER) FROM store WHERE key = 'reads'").flatMap {
      (query) throws(SQLiteFault) in try query.next() ? query.number(0) : nil
    }
  }

  /// The error for a store of a later version.
  static func newer(_ found: Int64, _ path: String) -> StoreError {
    StoreError(
      .newerVersion, path, "its version is \(found); this program knows version \(version)",
      "use the program that made it, or a later one")
  }

  /// Gives a connection that only reads the tables that an earlier version lacks; they are empty.
  static func complete(_ file: SQLiteConnection, from found: Int64) throws(SQLiteFault) {
    if found < 2 { try file.run(secondViews) }
  }

  /// Makes a store of an earlier version one of this version, in one transaction: after a power cut it is the one or the
  /// other.
  static func migrate(_ file: SQLiteConnection, from found: Int64) throws(SQLiteFault) {
    try file.transaction { () throws(SQLiteFault) in
      if found < 2 {
        try file.run(secondTables)
        try MotionTables.rebuild(in: file)
      }
      try file.run(
        """
        INSERT OR REPLACE INTO store VALUES ('reads', '\(reads)'); PRAGMA user_version = \(version)
        """)
    }
  }

  /// Makes an empty file a store, in one transaction: after a power cut it is empty or whole.
  ///
  /// A store after one that was set aside has nothing under the numbers of that one.
  static func create(
    in file: SQLiteConnection, installation: String, program: String, at now: Int64,
    after aside: StoreAside.Facts? = nil
  ) throws(SQLiteFault) {
    try file.transaction { () throws(SQLiteFault) in
      try file.run("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
      try file.run("\(firstTables); \(secondTables)")
      let insert = try file.prepare("INSERT INTO store VALUES (?, ?)")
      for (key, value) in [
        ("installation", installation), ("made", "\(now)"), ("program", program), ("reads", "\(reads)"),
      ] {
        try insert.bind(1, key)
        try insert.bind(2, value)
        try insert.run()
      }
      if let number = aside?.number, number > 0 {
        try file.run("INSERT INTO dropped VALUES (1, \(number), \(number), \(now), '\(StoreAside.cause)')")
      }
    }
  }

  /// The fix of a row that was read by ``fixColumns``.
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

  /// The sessions of a device with a key or a name, which are two question marks.
  static let sessionsOfDevice =
    "SELECT id FROM session WHERE device IN (SELECT id FROM device WHERE key = ? OR name = ?)"
}
