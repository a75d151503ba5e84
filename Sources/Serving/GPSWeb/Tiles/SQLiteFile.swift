internal import CGPSSQLite
internal import GPSSystemCalls

// A wrapper for the part of SQLite that tiles need. A file is used only on the thread of the page's loop.

/// A SQLite file that is only read.
@safe final class SQLiteFile: @unchecked Sendable {
  /// Why a file can't be read.
  struct Fault: Error, Sendable, Hashable { var words: String }

  private let pointer: OpaquePointer
  /// Several loops may open the library at the same time.
  private static let opening = Guarded(())

  /// Opens a file that must not change while it is open.
  init(_ path: String) throws(Fault) {
    // Opening a named pipe would block until another process writes to it.
    if let node = Kernel.node(path), !node.isFile { throw Fault(words: "it is not a file") }
    // The kernel reports the reason; SQLite reports only the failure.
    do throws(Errno) { try Kernel.close(Kernel.open(path, for: .reading)) } catch {
      throw Fault(words: error.words)
    }
    let missing = Self.opening.withLock { _ in
      unsafe gpsbridge_sqlite_open().map { unsafe String(cString: $0) }
    }
    if let missing { throw Fault(words: "\(missing) (apt install libsqlite3-0)") }
    var opened: OpaquePointer?
    let reason = unsafe gpsbridge_sqlite_file(Self.uri(path), &opened)
    guard let file = unsafe opened, unsafe reason == nil else {
      let words = unsafe reason.map { unsafe String(cString: $0) } ?? "no memory is left"
      unsafe gpsbridge_sqlite_close(opened)
      throw Fault(words: words)
    }
    unsafe pointer = file
  }

  deinit { unsafe gpsbridge_sqlite_close(pointer) }

  /// Prepares a query; nil if the file lacks the tables.
  func query(_ text: String) -> SQLiteQuery? {
    unsafe gpsbridge_sqlite_query(pointer, text).map { unsafe SQLiteQuery($0, of: self) }
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

/// A prepared query that can be run repeatedly.
@safe final class SQLiteQuery: @unchecked Sendable {
  private let pointer: OpaquePointer
  /// Keeps the file open as long as its queries exist.
  private let file: SQLiteFile

  fileprivate init(_ pointer: OpaquePointer, of file: SQLiteFile) {
    unsafe self.pointer = pointer
    self.file = file
  }

  deinit { unsafe gpsbridge_sqlite_end(pointer) }

  /// The first column of the first row; nil without a row.
  func bytes(_ numbers: [CInt] = []) throws(SQLiteFile.Fault) -> [UInt8]? {
    guard try isRow(unsafe gpsbridge_sqlite_first(pointer, numbers, CInt(numbers.count))) else { return nil }
    return column(0)
  }

  /// Two columns of at most `most` rows as text.
  func pairs(most: Int) throws(SQLiteFile.Fault) -> [(String, String)] {
    var pairs: [(String, String)] = []
    var isThere = try isRow(unsafe gpsbridge_sqlite_first(pointer, [], 0))
    while isThere, pairs.count < most {
      pairs.append((String(decoding: column(0), as: UTF8.self), String(decoding: column(1), as: UTF8.self)))
      isThere = try isRow(unsafe gpsbridge_sqlite_next(pointer))
    }
    return pairs
  }

  private func isRow(_ answer: CInt) throws(SQLiteFile.Fault) -> Bool {
    guard answer >= 0 else { throw SQLiteFile.Fault(words: "its content can't be read") }
    return answer == 1
  }

  private func column(_ number: CInt) -> [UInt8] {
    var count = 0
    guard let bytes = unsafe gpsbridge_sqlite_bytes(pointer, number, &count) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
