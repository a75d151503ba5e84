internal import CGPSSQLite
internal import GPSSystemCalls

// The only Swift code that calls SQLite. Unchecked but safe: a connection and its statements are used by one
// thread at a time, which their owners ensure; GPSWeb by its loop, GPSStore by the store's loop.

/// An open SQLite file: a foreign one, only for reading, or one of this program.
@safe package final class SQLiteConnection: @unchecked Sendable {
  private var pointer: OpaquePointer
  private var isInTransaction = false
  /// Several threads may load the library at the same time, and it has one table of functions.
  private static let loading = Guarded(())

  /// The file name of the library, which has been the same since 2004.
  package static let library = "libsqlite3.so.0"

  /// How to open a file of this program.
  package enum Access: Sendable, Hashable {
    /// Only reading; the file must exist.
    case reading
    /// Reading and writing; the file must exist.
    case writing
    /// Reading and writing; a missing file is created, accessible to this user only.
    case creating
  }

  /// How much of the write-ahead log a checkpoint copies into the file.
  package enum Checkpoint: Sendable, Hashable {
    /// The part that no reader needs.
    case passive
    /// All of it, followed by truncating the log.
    case truncating
  }

  /// Opens a foreign file, which must not change while it is open.
  ///
  /// The size of a value and the length of a query are limited.
  package init(foreign path: String) throws(SQLiteFault) {
    // Opening a named pipe would block until another process writes to it.
    if let node = Kernel.node(path), !node.isFile { throw SQLiteFault(.notAFile, "it is not a file") }
    // The kernel reports the reason; SQLite reports only the failure.
    do throws(Errno) { try Kernel.close(Kernel.open(path, for: .reading)) } catch {
      throw SQLiteFault(.cannotOpen(error), error.words)
    }
    try Self.load()
    var opened: OpaquePointer?
    let code = unsafe gpsbridge_sqlite_open_foreign(Self.uri(path), &opened)
    unsafe pointer = try Self.checked(opened, code)
  }

  /// Opens a file of this program.
  ///
  /// A link with the file's name is refused, so it does not lead to a file of another user; links in its folder's path
  /// are followed. A file that other users could write is refused. SQLite alone opens the file: closing another
  /// descriptor of it would release SQLite's locks.
  package init(_ path: String, _ access: Access) throws(SQLiteFault) {
    let path = try Self.resolved(path)
    if Kernel.link(path) != nil { throw SQLiteFault(.notAFile, "found a link; expected a file") }
    if let node = Kernel.node(path) {
      guard node.isFile else {
        throw SQLiteFault(.notAFile, "found a folder, a pipe or a device; expected a file")
      }
      guard Kernel.mayRead(path) else {
        throw SQLiteFault(.cannotOpen(.accessDenied), Errno.accessDenied.words)
      }
    } else if access == .creating {
      // SQLite creates files that everybody may read.
      do throws(Errno) { try Kernel.close(Kernel.open(path, for: .creatingPrivate)) } catch {
        throw SQLiteFault(.cannotOpen(error), error.words)
      }
    } else {
      // A folder that this user may not search hides its files.
      var cause = Errno.noSuchFile
      do throws(Errno) { try Kernel.close(Kernel.open(path, for: .pathOnly)) } catch { cause = error }
      throw SQLiteFault(.cannotOpen(cause), cause.words)
    }
    try Self.checkOwners(of: path, access, isKnown: false)
    try Self.load()
    var opened: OpaquePointer?
    let flags = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let code = unsafe gpsbridge_sqlite_open_own(path, flags, &opened)
    unsafe pointer = try Self.checked(opened, code)
    // Another process may hold the file for a moment, while it opens or closes it.
    try run("PRAGMA busy_timeout = 5000")
    if access == .reading { try openAsItIs(path) }
  }

  /// Opens a closed file again if SQLite can't create the shared files beside it, because the medium is full or read-only.
  private func openAsItIs(_ path: String) throws(SQLiteFault) {
    // A writer may make or remove its log between a question and the look at the log, but not each time.
    for attempt in 1... {
      guard let fault = lackOfFiles() else { return }
      if Kernel.node(path + "-wal").map({ $0.size == 0 }) ?? true { break }
      if attempt == 3 { throw Self.unreadableLog(fault, path) }
    }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let code = unsafe gpsbridge_sqlite_open_own(Self.uri(path), flags, &opened)
    // Without a second one, the first is closed once, with this connection.
    let other = unsafe try Self.checked(opened, code)
    unsafe gpsbridge_sqlite_close(pointer)
    unsafe pointer = other
  }

  /// Queries the tables; returns the failure if the files beside this one may be its cause.
  private func lackOfFiles() -> SQLiteFault? {
    do throws(SQLiteFault) { _ = try number("SELECT count(*) FROM sqlite_master") } catch {
      return error.mayBeFull || error.isReadOnly ? error : nil
    }
    return nil
  }

  /// The failure to read a log, with the reason if its disk is the cause.
  private static func unreadableLog(_ fault: SQLiteFault, _ path: String) -> SQLiteFault {
    let folder = Kernel.folder(of: path)
    let isFull = Kernel.freeBytes(at: folder) ?? .max < 65_536
    let reason =
      isFull
      ? ", since the disk is full"
      : Kernel.mayReadAndWrite(folder) ? "" : ", since its folder can't be written"
    return SQLiteFault(
      fault.cause, "its log *-wal can't be read\(reason): \(fault.words)",
      remedy: "copy the file and its *-wal to another disk, and read them there")
  }

  deinit { unsafe gpsbridge_sqlite_close(pointer) }

  /// Throws if others could read what is written, or write what is read.
  ///
  /// SQLite adopts other users' files beside its own, and a file that shrinks meanwhile ends the program. In a sticky
  /// folder they may appear until SQLite creates its own, so check again then. A file that is only read may belong to
  /// another user, and be readable by all. An unknown file may have any mode, since its content is refused.
  package static func checkOwners(
    of path: String, _ access: Access = .writing, isKnown: Bool = true
  ) throws(SQLiteFault) {
    func refuse(_ words: String, _ remedy: String) -> SQLiteFault {
      SQLiteFault(.cannotOpen(.accessDenied), words, remedy: remedy)
    }
    let folder = Kernel.node(Kernel.folder(of: path))
    if access != .reading, folder?.letsReplace == true {
      throw refuse(
        "others may replace files in its folder; expected a folder of your own",
        "make a folder of your own in it: mkdir -m 700")
    }
    for ending in ["", "-wal", "-shm", "-journal"] where access != .reading || !ending.isEmpty {
      guard var node = Kernel.node(path + ending, ofLink: true), node.isFile else { continue }
      if ending.isEmpty, !isKnown { (node.mode, node.names) = (node.mode & ~0o077, 1) }
      if access == .reading, node.mode & 0o022 == 0 { node.mode &= ~0o077 }
      guard let (found, remedy) = node.exposure(in: folder) else { continue }
      throw refuse(ending.isEmpty ? found : "of its file *\(ending): \(found)", remedy)
    }
  }

  /// Loads the library, unless it is loaded; only tests use another name.
  package static func load(_ name: String = library) throws(SQLiteFault) {
    let missing = loading.withLock { _ in
      unsafe gpsbridge_sqlite_open(name).map { unsafe String(cString: $0) }
    }
    if let missing { throw SQLiteFault(.libraryMissing, "\(missing) (apt install libsqlite3-0)") }
  }

  /// Returns why a version of the library can't be used; nil if it can.
  package static func refusal(version: CInt, hasThreads: Bool) -> String? {
    loading.withLock { _ in
      unsafe gpsbridge_sqlite_refusal(version, hasThreads ? 1 : 0).map { unsafe String(cString: $0) }
    }
  }

  /// Returns an absolute path whose folder has no links: SQLite refuses every link, and has names like `:memory:`.
  private static func resolved(_ path: String) throws(SQLiteFault) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = path.utf8.count > name.utf8.count ? String(path.dropLast(name.count)) : "."
    do throws(Errno) { try Kernel.close(Kernel.open(folder, for: .pathOnly)) } catch {
      throw SQLiteFault(.cannotOpen(error), error.words)
    }
    guard let real = Kernel.realPath(folder) else {
      throw SQLiteFault(.cannotOpen(.noSuchFile), Errno.noSuchFile.words)
    }
    return (real == "/" ? "" : real) + "/" + name
  }

  /// Returns an opened file, or closes it and throws.
  private static func checked(_ opened: OpaquePointer?, _ code: CInt) throws(SQLiteFault) -> OpaquePointer {
    if code == SQLITE_OK, let opened = unsafe opened { return unsafe opened }
    unsafe gpsbridge_sqlite_close(opened)
    throw SQLiteFault(.sqlite(code), unsafe String(cString: gpsbridge_sqlite_words(code)))
  }

  // MARK: - Statements

  /// Prepares a query of a foreign file; nil if the file lacks the tables.
  package func query(_ text: String) -> SQLiteStatement? {
    unsafe gpsbridge_sqlite_prepare(pointer, text).map { unsafe SQLiteStatement($0, of: self) }
  }

  /// Prepares a statement, with values for its first question marks.
  package func prepare(
    _ text: String, _ values: [(any SQLiteValue)?] = []
  ) throws(SQLiteFault) -> SQLiteStatement {
    guard let statement = query(text) else { throw fault }
    try statement.bind(values)
    return statement
  }

  /// Reads the rows of a query; the closure returns nil to skip a row.
  package func rows<Row>(
    _ text: String, _ values: [(any SQLiteValue)?] = [],
    _ row: (SQLiteStatement) throws(SQLiteFault) -> Row?
  ) throws(SQLiteFault) -> [Row] {
    let statement = try prepare(text, values)
    var found: [Row] = []
    while try statement.next() { if let row = try row(statement) { found.append(row) } }
    return found
  }

  /// Runs statements without results.
  package func run(_ statements: String) throws(SQLiteFault) {
    guard unsafe gpsbridge_sqlite_run(pointer, statements) == SQLITE_OK else { throw fault }
  }

  /// Begins a transaction that other writers do not interrupt; transactions until its end are part of it.
  package func begin() throws(SQLiteFault) {
    try run("BEGIN IMMEDIATE")
    isInTransaction = true
  }

  /// Commits a transaction.
  package func commit() throws(SQLiteFault) {
    try run("COMMIT")
    isInTransaction = false
  }

  /// Rolls back a transaction.
  package func rollBack() {
    isInTransaction = false
    // After some errors, such as a full disk, SQLite has rolled back by itself: then this fails.
    try? run("ROLLBACK")
  }

  /// Runs a closure in a transaction that other writers do not interrupt: all of its changes are made, or none
  /// of them.
  package func transaction(_ body: () throws(SQLiteFault) -> Void) throws(SQLiteFault) {
    guard !isInTransaction else { return try body() }
    try begin()
    do throws(SQLiteFault) {
      try body()
      try commit()
    } catch {
      rollBack()
      throw error
    }
  }

  /// The first column of the first row as a number; nil without a row.
  package func number(_ text: String, _ values: [(any SQLiteValue)?] = []) throws(SQLiteFault) -> Int64? {
    try prepare(text).firstNumber(values)
  }

  /// The first column of the first row as text; nil without rows.
  package func text(_ text: String) throws(SQLiteFault) -> String? {
    let statement = try prepare(text)
    return try statement.next() ? statement.text(0) : nil
  }

  /// Copies the write-ahead log into the file; returns the number of pages that are still in the log.
  @discardableResult package func checkpoint(_ kind: Checkpoint) throws(SQLiteFault) -> Int {
    var (inLog, copied): (CInt, CInt) = (0, 0)
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    guard unsafe gpsbridge_sqlite_checkpoint(pointer, mode, &inLog, &copied) == SQLITE_OK else { throw fault }
    return Int(max(0, inLog - copied))
  }

  /// The latest failure.
  fileprivate var fault: SQLiteFault {
    unsafe SQLiteFault(
      code: gpsbridge_sqlite_code(pointer), String(cString: gpsbridge_sqlite_message(pointer)),
      system: Errno(gpsbridge_sqlite_system_error(pointer)))
  }

  /// The path as a file URI, with special characters escaped.
  static func uri(_ path: String) -> String {
    var text = "file:"
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F:
        text.append(Character(UnicodeScalar(byte)))
      default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text + "?mode=ro&immutable=1"
  }
}

/// A prepared statement that can be run repeatedly.
@safe package final class SQLiteStatement: @unchecked Sendable {
  private let pointer: OpaquePointer
  /// Keeps the file open as long as its statements exist.
  private let file: SQLiteConnection

  fileprivate init(_ pointer: OpaquePointer, of file: SQLiteConnection) {
    unsafe self.pointer = pointer
    self.file = file
  }

  deinit { unsafe gpsbridge_sqlite_end(pointer) }

  /// Makes the statement ready to run again, with its values.
  package func reset() { unsafe gpsbridge_sqlite_reset(pointer) }

  /// Advances to the next row; returns false after the last one.
  package func next() throws(SQLiteFault) -> Bool {
    let answer = unsafe gpsbridge_sqlite_next(pointer)
    guard answer >= 0 else {
      defer { reset() }
      throw file.fault
    }
    return answer == 1
  }

  /// Runs the statement to its end, with values for the first question marks, and makes it ready to run again.
  package func run(_ values: [(any SQLiteValue)?] = []) throws(SQLiteFault) {
    try bind(values)
    defer { reset() }
    while try next() {}
  }

  /// Runs the statement for the first column of its first row, as a number; nil without rows.
  package func firstNumber(_ values: [(any SQLiteValue)?]) throws(SQLiteFault) -> Int64? {
    reset()
    defer { reset() }
    try bind(values)
    return try next() ? number(0) : nil
  }

  // MARK: - Values

  /// Sets the values for the first question marks; nil is NULL.
  package func bind(_ values: [(any SQLiteValue)?]) throws(SQLiteFault) {
    for (place, value) in values.enumerated() {
      let index = CInt(place + 1)
      let code = unsafe value?.bind(to: pointer, index) ?? gpsbridge_sqlite_bind_null(pointer, index)
      guard code == SQLITE_OK else { throw file.fault }
    }
  }

  /// Sets the numbers for the first question marks, at most 64.
  ///
  /// - Parameters:
  ///   - numbers: The numbers.
  ///   - nulls: A bit for each number that is NULL instead, the lowest for the first.
  /// - Throws: A fault if there are fewer question marks.
  package func bind(_ numbers: [Int64], nulls: UInt64) throws(SQLiteFault) {
    let code = unsafe numbers.withUnsafeBufferPointer {
      unsafe gpsbridge_sqlite_bind_numbers(pointer, $0.baseAddress, CInt($0.count), nulls)
    }
    guard code == SQLITE_OK else { throw file.fault }
  }

  // MARK: - Columns of the row, which count from 0

  /// A column as a number; nil for NULL.
  package func number(_ column: Int) -> Int64? {
    unsafe gpsbridge_sqlite_is_null(pointer, CInt(column)) == 0
      ? gpsbridge_sqlite_number(pointer, CInt(column)) : nil
  }

  /// Reads the first columns as numbers into an array of at most 64; returns a bit for each NULL.
  package func read(into numbers: inout [Int64]) -> UInt64 {
    unsafe numbers.withUnsafeMutableBufferPointer {
      unsafe gpsbridge_sqlite_numbers(pointer, $0.baseAddress, CInt($0.count))
    }
  }

  /// A column as text; nil for NULL.
  ///
  /// Bytes that are not UTF-8 are replaced.
  package func text(_ column: Int) -> String? {
    unsafe gpsbridge_sqlite_is_null(pointer, CInt(column)) == 0
      ? String(decoding: bytes(column), as: UTF8.self) : nil
  }

  /// A column as bytes; empty for NULL.
  package func bytes(_ column: Int) -> [UInt8] {
    var count = 0
    guard let bytes = unsafe gpsbridge_sqlite_bytes(pointer, CInt(column), &count) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// A value for a question mark: a number, a text or bytes.
package protocol SQLiteValue {
  /// Binds the value to a statement; returns SQLite's result code.
  func bind(to statement: OpaquePointer, _ index: CInt) -> CInt
}

extension Int64: SQLiteValue {
  package func bind(to statement: OpaquePointer, _ index: CInt) -> CInt {
    unsafe gpsbridge_sqlite_bind_number(statement, index, self)
  }
}

extension String: SQLiteValue {
  package func bind(to statement: OpaquePointer, _ index: CInt) -> CInt {
    var text = self
    return text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        unsafe gpsbridge_sqlite_bind_text(statement, index, $0.baseAddress, CInt($0.count))
      }
    }
  }
}

extension [UInt8]: SQLiteValue {
  package func bind(to statement: OpaquePointer, _ index: CInt) -> CInt {
    unsafe withUnsafeBytes {
      unsafe gpsbridge_sqlite_bind_bytes(statement, index, $0.baseAddress, CInt($0.count))
    }
  }
}
