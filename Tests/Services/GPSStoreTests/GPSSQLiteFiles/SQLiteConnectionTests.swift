import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSSQLiteFiles

@Suite struct `A SQLite file of our own` {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.file("a.db")
  }

  @Test func `gives back numbers, texts and bytes, and what is NULL stays NULL`() throws {
    let file = try SQLiteConnection(path, .creating)
    try file.run("CREATE TABLE t (a INTEGER, b TEXT, c BLOB) STRICT")
    let insert = try file.prepare("INSERT INTO t VALUES (?, ?, ?)")
    let rows: [(Int64?, String?, [UInt8])] = [
      (.max, "Zürich\0n", [0, 1, 255]), (.min, "", []), (nil, nil, [7]), (-1, "'; DROP TABLE t;--", [0]),
    ]
    for row in rows {
      try insert.bind([row.0, row.1, row.2])
      try insert.run()
    }
    let query = try file.prepare("SELECT a, b, c FROM t ORDER BY rowid")
    for row in rows {
      #expect(try query.next())
      #expect(query.number(0) == row.0 && query.text(1) == row.1 && query.bytes(2) == row.2)
    }
    #expect(try !query.next())
    #expect(try file.number("SELECT count(*) FROM t WHERE c IS NULL") == 0, "no bytes are not NULL")
  }

  @Test func `is readable by its user alone`() throws {
    try SQLiteConnection(path, .creating).run("CREATE TABLE t (a)")
    #expect(Kernel.node(path).map { $0.mode & 0o777 } == 0o600)
  }

  @Test func `keeps nothing of a transaction that fails in the middle`() throws {
    let file = try SQLiteConnection(path, .creating)
    try file.run("CREATE TABLE t (a UNIQUE)")
    #expect(throws: SQLiteFault.self) {
      try file.transaction { () throws(SQLiteFault) in try file.run("INSERT INTO t VALUES (1), (2), (1)") }
    }
    #expect(throws: SQLiteFault.self) {
      try file.transaction { () throws(SQLiteFault) in
        try file.run("INSERT INTO t VALUES (3)")
        try file.run("INSERT INTO t VALUES (3)")
      }
    }
    #expect(try file.number("SELECT count(*) FROM t") == 0)
    try file.transaction { () throws(SQLiteFault) in try file.run("INSERT INTO t VALUES (3)") }
    #expect(try file.number("SELECT a FROM t") == 3)
  }

  @Test func `is not written by a connection that reads`() throws {
    try SQLiteConnection(path, .creating).run("CREATE TABLE t (a)")
    let reader = try SQLiteConnection(path, .reading)
    let fault = #expect(throws: SQLiteFault.self) { try reader.run("INSERT INTO t VALUES (1)") }
    #expect(fault?.isReadOnly == true && fault?.isDamaged == false)
  }

  @Test func `names the code and the kernel's reason of a failure for which SQLite has one message`() {
    let words = [(266, 9), (522, 0), (14, 24), (264, 0), (11, 0)].map { code, system in
      SQLiteFault(code: CInt(code), "failed", system: Errno(CInt(system))).words
    }
    #expect(
      words == [
        "failed (SQLite's code 266: Bad file descriptor)", "failed (SQLite's code 522)",
        "failed (SQLite's code 14: Too many open files)",
        "the index *-shm of its log is out of date, and this user may not write it", "failed",
      ])
  }

  @Test func `has a log that can't be read, and the error names the kernel's reason`() throws {
    let writer = try SQLiteConnection(path, .creating)
    try writer.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a)")
    let copy = folder.file("b.db")
    for ending in ["", "-wal"] {
      let bytes = try #require(Kernel.contents(of: path + ending, limit: 1 << 20))
      try Kernel.replaceFile(Array((copy + ending).utf8), with: bytes)
    }
    // SQLite follows no link to the index of a log.
    try folder.link("b.db-shm", to: "elsewhere")
    let fault = #expect(throws: SQLiteFault.self) { try SQLiteConnection(copy, .reading) }
    #expect(fault?.words.hasPrefix("its log *-wal can't be read: unable to open database file") == true)
    #expect(
      fault?.words.hasSuffix(": \(Errno.tooManyLinks.words))") == true
        && fault?.remedy?.hasPrefix("copy the file and its ") == true, "\(fault?.words ?? "")")
  }

  @Test func `can't be changed through the tables that describe it`() throws {
    let file = try SQLiteConnection(path, .creating)
    try file.run("CREATE TABLE t (a); PRAGMA writable_schema = ON")
    #expect(throws: SQLiteFault.self) { try file.run("DELETE FROM sqlite_master") }
  }

  @Test func `is busy while another connection writes`() throws {
    let (one, other) = (try SQLiteConnection(path, .creating), try SQLiteConnection(path, .writing))
    try one.run("CREATE TABLE t (a); BEGIN IMMEDIATE")
    let fault = #expect(throws: SQLiteFault.self) { try other.run("BEGIN IMMEDIATE") }
    #expect(fault?.isBusy == true)
    try one.run("COMMIT")
    try other.run("BEGIN IMMEDIATE; COMMIT")
  }

  @Test func `has an empty log after a checkpoint that truncates it`() throws {
    let file = try SQLiteConnection(path, .creating)
    #expect(try file.number("PRAGMA journal_mode = WAL") == 0, "the answer is a word")
    try file.run("PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    #expect(try (Kernel.node(path + "-wal")?.size ?? 0) > 0 && file.checkpoint(.truncating) == 0)
    #expect(Kernel.node(path + "-wal")?.size == 0)
  }

  @Test func `that does not exist is not created by reading or writing`() throws {
    for access in [SQLiteConnection.Access.reading, .writing] {
      #expect(throws: SQLiteFault.self) { try SQLiteConnection(folder.file("absent.db"), access) }
    }
    #expect(!Kernel.exists(folder.file("absent.db")))
  }

  @Test func `is not a folder, a pipe, or another kind of file`() throws {
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [folder.path, pipe] {
      for access in [SQLiteConnection.Access.reading, .creating] {
        let fault = #expect(throws: SQLiteFault.self) { try SQLiteConnection(path, access) }
        #expect(fault?.cause == .notAFile)
      }
    }
    try Kernel.replaceFile(Array(folder.file("walk.nmea").utf8), with: Array("$GPGGA,".utf8))
    let file = try SQLiteConnection(folder.file("walk.nmea"), .writing)
    let fault = #expect(throws: SQLiteFault.self) { try file.run("CREATE TABLE t (a)") }
    #expect(fault?.isDamaged == true, "\(fault?.words ?? "")")
  }

  @Test func `is not reached through a link`() throws {
    try SQLiteConnection(path, .creating).run("CREATE TABLE t (a)")
    #expect(unsafe symlink(path, folder.file("link.db")) == 0)
    #expect(throws: SQLiteFault.self) { try SQLiteConnection(folder.file("link.db"), .writing) }
  }
}

@Suite struct `The library of SQLite` {
  @Test func `that is missing is an error with its remedy`() {
    let fault = #expect(throws: SQLiteFault.self) { try SQLiteConnection.load("libabsent.so.0") }
    #expect(fault?.cause == .libraryMissing && fault?.words.contains("libabsent.so.0") == true)
    #expect(fault?.words.hasSuffix("(apt install libsqlite3-0)") == true)
  }

  @Test func `can be loaded again after another one was missing`() {
    #expect(throws: SQLiteFault.self) { try SQLiteConnection.load("libabsent.so.0") }
    for _ in 0..<2 { #expect(throws: Never.self) { try SQLiteConnection.load() } }
  }

  @Test(arguments: [
    (3_036_000, true, "3.36.0 is too old"), (3_007_017, true, "3.7.17 is too old"),
    (3_037_000, false, "without threads"),
  ]) func `is refused if it is too old, or without threads`(version: CInt, hasThreads: Bool, words: String) {
    #expect(SQLiteConnection.refusal(version: version, hasThreads: hasThreads)?.contains(words) == true)
  }

  @Test func `is used from its first version with strict tables on`() {
    #expect(SQLiteConnection.refusal(version: 3_037_000, hasThreads: true) == nil)
    #expect(SQLiteConnection.refusal(version: 3_051_002, hasThreads: true) == nil)
  }
}
