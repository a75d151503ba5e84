internal import GPSBase
internal import GPSSQLiteFiles
internal import GPSSystemCalls

/// Why a store can't be opened, read or written, and what to do about it.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  ///
  /// New versions may add kinds: compare with the ones you know.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The identifier of the kind, in snake case.
    public let rawValue: String

    /// Creates a kind from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// SQLite is not installed, or is too old.
    public static let libraryMissing = Code(rawValue: "library_missing")
    /// The file is not a store.
    public static let notAStore = Code(rawValue: "not_a_store")
    /// The store has a higher version than this program supports.
    public static let newerVersion = Code(rawValue: "newer_version")
    /// The store is damaged.
    public static let damaged = Code(rawValue: "store_damaged")
    /// Another program writes the store.
    public static let busy = Code(rawValue: "store_busy")
    /// The disk is full.
    public static let diskFull = Code(rawValue: "disk_full")
    /// The store or its folder can't be written by this user.
    public static let readOnly = Code(rawValue: "read_only")
    /// The file does not exist.
    public static let notFound = Code(rawValue: "no_store")
    /// The system refused for another reason.
    public static let failed = Code(rawValue: "store_failed")
  }

  /// The kind of the error.
  public let code: Code
  /// The path of the store, as it was given.
  public let path: String
  /// The cause: the content found and the content expected.
  public let reason: String
  /// The remedy; nil if it depends on the cause.
  public let remedy: String?
  /// Whether SQLite itself found the damage, and not one of our checks.
  let isCorrupt: Bool

  package init(_ code: Code, _ path: String, _ reason: String, _ remedy: String? = nil) {
    self.init(code, path, reason, remedy, isCorrupt: false)
  }

  private init(_ code: Code, _ path: String, _ reason: String, _ remedy: String?, isCorrupt: Bool) {
    (self.code, self.path, self.reason, self.remedy) = (code, path, reason, remedy)
    self.isCorrupt = isCorrupt
  }

  init(_ fault: SQLiteFault, _ path: String) {
    switch fault.cause {
    case .libraryMissing:
      self.init(.libraryMissing, path, "SQLite can't be loaded: \(fault.words)", "apt install libsqlite3-0")
    case .notAFile: self.init(.notAStore, path, fault.words)
    case .cannotOpen(.noSuchFile): self.init(.notFound, path, fault.words)
    // SQLite reports a file that it can't make or extend as one that it can't open.
    case _ where fault.mayBeFull && fault.remedy == nil && Self.isFull(path): self.init(Errno.noSpace, path)
    case _ where fault.mayBeFull && fault.remedy == nil && !Kernel.mayReadAndWrite(Kernel.folder(of: path)):
      self.init(.readOnly, path, "its folder can't be written")
    default:
      let code: Code =
        if fault.isFull { .diskFull } else if fault.isDamaged { .damaged } else if fault.isReadOnly {
          .readOnly
        } else if fault.isBusy { .busy } else { .failed }
      // SQLite's words may have names from the file.
      self.init(code, path, VisibleText.escaped(fault.words.utf8), fault.remedy, isCorrupt: fault.isCorrupt)
    }
  }

  private static func isFull(_ path: String) -> Bool {
    Kernel.freeBytes(at: Kernel.folder(of: path)) ?? .max < 65_536
  }

  /// Whether the cause may end while the program runs; otherwise the user named a file that is not a store.
  var mayEnd: Bool { [.diskFull, .readOnly, .busy, .failed, .damaged].contains(code) }

  init(_ fault: Errno, _ path: String) {
    let code: Code =
      switch fault {
      case .noSpace, .quotaExceeded: .diskFull
      case .accessDenied, .notPermitted, .readOnly: .readOnly
      case .noSuchFile: .notFound
      default: .failed
      }
    self.init(code, path, fault.words)
  }

  /// The path and the reason in one line.
  public var description: String { "\(VisibleText.escaped(path.utf8)): \(reason)" }
}
