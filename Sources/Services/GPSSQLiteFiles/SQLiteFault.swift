internal import CGPSSQLite
package import GPSSystemCalls

/// Why a file can't be opened, read or written.
package struct SQLiteFault: Error, Sendable, Hashable {
  /// The kind of a failure.
  package enum Cause: Sendable, Hashable {
    /// The library is not installed, or is too old.
    case libraryMissing
    /// The path leads to a folder, a pipe or a device.
    case notAFile
    /// The kernel does not open the file.
    case cannotOpen(Errno)
    /// The content has an unexpected form.
    case unexpected
    /// Less disk space is free than is reserved.
    case noRoom
    /// Another program holds the log.
    case held
    /// One of our checks found impossible rows.
    case wrongRows
    /// SQLite's extended result code.
    case sqlite(CInt)
  }

  package var cause: Cause
  /// The reason for people.
  package var words: String
  /// The remedy; nil if it depends on the cause.
  package var remedy: String?

  package init(_ cause: Cause, _ words: String, remedy: String? = nil) {
    (self.cause, self.words, self.remedy) = (cause, words, remedy)
  }

  /// A failure that SQLite reports.
  ///
  /// SQLite has one message for many failures. The extended code distinguishes them, and the error number
  /// distinguishes failed system calls. A short read has no error number.
  init(code: CInt, _ message: String, system: Errno) {
    self.init(.sqlite(code), message)
    // SQLITE_READONLY_RECOVERY and SQLITE_READONLY_CANTINIT, macros that Swift does not import.
    if [SQLITE_READONLY | 1 << 8, SQLITE_READONLY | 5 << 8].contains(code) {
      words = "the index *-shm of its log is out of date, and this user may not write it"
    } else if mayBeFull {
      words += " (SQLite's code \(code)\(system.rawValue == 0 ? "" : ": \(system.words)"))"
    }
  }

  /// Whether the file has no room: the disk or a quota is full.
  package var isFull: Bool { code == SQLITE_FULL || cause == .noRoom || cause == .cannotOpen(.noSpace) }

  /// Whether a full disk may be the cause, which SQLite does not know.
  package var mayBeFull: Bool { code == SQLITE_IOERR || code == SQLITE_CANTOPEN }

  /// Whether another connection holds the file.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED || cause == .held }

  /// Whether the content is no database or a damaged one, given that our values and queries are valid.
  package var isDamaged: Bool {
    isCorrupt || cause == .wrongRows || code == SQLITE_TOOBIG
      || code == SQLITE_ERROR && words.hasPrefix("no such column")
  }

  /// Whether SQLite itself found the damage: the file can't be read or written as it is.
  package var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// Whether the file or its folder can't be written.
  package var isReadOnly: Bool {
    code == SQLITE_READONLY || code == SQLITE_PERM || cause == .cannotOpen(.accessDenied)
      || cause == .cannotOpen(.readOnly)
  }

  /// The primary result code: the low byte of an extended one.
  private var code: CInt? {
    guard case .sqlite(let code) = cause else { return nil }
    return code & 0xFF
  }
}
