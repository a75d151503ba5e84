internal import CGPSSQLite
internal import GPSSystemCalls

// SQLite in words of ours, as much of it as tiles need. One thread at a time uses a file: that of the page's loop.

/// A file of SQLite that is read, and nothing else.
@safe final class SQLiteFile: @unchecked Sendable {
  /// Why a file can't be read.
  struct Fault: Error, Sendable, Hashable {
    var words: String
  }

  private let pointer: OpaquePointer
  /// Several loops may want the library at once.
  private static let opening = Guarded(())

  /// Opens a file that nobody changes meanwhile.
  init(_ path: String) throws(Fault) {
    // To open a named pipe would wait for whoever writes into it.
    if let node = Kernel.node(path), !node.isFile { throw Fault(words: "it is no file") }
    // The kernel says why; SQLite says only that it can't.
    do throws(Errno) {
      try Kernel.close(Kernel.open(path, for: .reading))
    } catch {
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

  /// A query of the file; nil where its tables are others.
  func query(_ text: String) -> SQLiteQuery? {
    unsafe gpsbridge_sqlite_query(pointer, text).map { unsafe SQLiteQuery($0, of: self) }
  }

  /// The path as an address that says how it is opened; what would mean something in it is escaped.
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

/// A query that can be asked again and again.
@safe final class SQLiteQuery: @unchecked Sendable {
  private let pointer: OpaquePointer
  /// The file is open as long as its queries are.
  private let file: SQLiteFile

  fileprivate init(_ pointer: OpaquePointer, of file: SQLiteFile) {
    unsafe self.pointer = pointer
    self.file = file
  }

  deinit { unsafe gpsbridge_sqlite_end(pointer) }

  /// The first column of the first row; nil for no row.
  func bytes(_ numbers: [CInt] = []) throws(SQLiteFile.Fault) -> [UInt8]? {
    guard try isRow(unsafe gpsbridge_sqlite_first(pointer, numbers, CInt(numbers.count))) else { return nil }
    return column(0)
  }

  /// Two columns of so many rows as texts.
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
    guard answer >= 0 else { throw SQLiteFile.Fault(words: "what stands in it can't be read") }
    return answer == 1
  }

  private func column(_ number: CInt) -> [UInt8] {
    var count = 0
    guard let bytes = unsafe gpsbridge_sqlite_bytes(pointer, number, &count) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
