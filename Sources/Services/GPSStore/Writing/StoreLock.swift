internal import GPSBase
internal import GPSSystemCalls

/// The lock that lets only one program write a store, in a file beside it that names the program.
///
/// ```
/// 4711 gpsbridge
/// 4711 gpsbridge⇥disk_full 1795132800       while the disk is full, since this second
/// ```
///
/// The kernel releases the lock when the program ends, however that happens; the file stays.
final class StoreLock: Sendable {
  private let descriptor: CInt

  /// The size of the file, which is fixed so that a shorter name leaves no part of a longer one.
  private static let size = 128

  /// Acquires the lock of a store, or throws an error that names its holder.
  ///
  /// Once it has its descriptor, `deinit` closes it, even if this throws. A second close would close a file that
  /// another thread has opened meanwhile.
  init(of store: String) throws(StoreError) {
    let path = Self.path(of: store)
    do throws(Errno) {
      if !Kernel.exists(path) { try Self.create(path) }
      descriptor = try Kernel.open(path, for: .lockFile)
    } catch { throw error == .tooManyLinks ? Self.stranger(store) : StoreError(error, store) }
    guard Self.isOurs(descriptor) else { throw Self.stranger(store) }
    if let (found, remedy) = Kernel.node(of: descriptor)?.exposure(in: Kernel.node(Kernel.folder(of: path))) {
      throw StoreError(.readOnly, store, "of its file *-lock: \(found)", remedy)
    }
    do throws(Errno) {
      try Kernel.lock(descriptor)
      try Self.note(descriptor, fault: nil)
    } catch {
      guard error == .wouldBlock else { throw StoreError(error, store) }
      throw StoreError(
        .busy, store, "another program writes it: \(Self.holder(descriptor))",
        "end that program, or use another file; any number of programs can read it")
    }
  }

  deinit { try? Kernel.close(descriptor) }

  /// `track.db-lock` for `track.db`, like SQLite's names `track.db-wal` and `track.db-shm`.
  static func path(of store: String) -> String { store + "-lock" }

  /// Whether a file is a lock: it is empty, or contains a name.
  private static func isOurs(_ descriptor: CInt) -> Bool {
    guard let node = Kernel.node(of: descriptor), node.isFile else { return false }
    if node.size == 0 { return true }
    var line = [UInt8](repeating: 0, count: size)
    guard node.size == Int64(size), (try? Kernel.read(descriptor, at: 0, into: &line)) == size else {
      return false
    }
    return (0x30...0x39).contains(line[0]) && line[size - 1] == 0x0A
  }

  /// Whether the lock of a store is beside it, with the note of a program.
  static func isBeside(_ store: String) -> Bool {
    Kernel.node(path(of: store), ofLink: true)?.size == Int64(size) && note(of: store) != nil
  }

  private static func stranger(_ store: String) -> StoreError {
    let name = VisibleText.escaped(path(of: store).utf8)
    return StoreError(
      .notAStore, store, "found another file at \(name); expected the store's lock",
      "move that file away, or use another name for the store")
  }

  private static func create(_ path: String) throws(Errno) {
    do throws(Errno) { try Kernel.close(Kernel.open(path, for: .creatingPrivate)) } catch
      where error == .exists
    {}
  }

  /// Shows other programs why the store can't currently be written, and since which second; nil if it can.
  ///
  /// The file keeps its size, so that a full disk has room for it.
  func note(_ fault: (code: StoreError.Code, since: Int64)?) { try? Self.note(descriptor, fault: fault) }

  /// Writes the number and the name of this process, and its fault.
  private static func note(_ descriptor: CInt, fault: (code: StoreError.Code, since: Int64)?) throws(Errno) {
    let number = Kernel.link("/proc/self") ?? "?"
    let name = Kernel.text("/proc/self/comm", limit: 64)?.split(separator: "\n").first ?? "?"
    let fault = fault.map { "\t\($0.code.rawValue) \($0.since)" } ?? ""
    let text = Array("\(number) \(name)\(fault)".utf8.prefix(size - 1))
    let line = text + [UInt8](repeating: 0x20, count: size - 1 - text.count) + [0x0A]
    _ = try Kernel.write(descriptor, at: 0, line.span)
  }

  /// The last holder's note in the file of a lock; nil if there is no such file.
  static func note(of store: String) -> (number: Int, name: String, fault: (code: String, since: Int64)?)? {
    // A pipe in its place would block.
    guard Kernel.node(path(of: store))?.isFile == true, let text = Kernel.text(path(of: store), limit: size)
    else { return nil }
    return parts(of: text)
  }

  private static func parts(
    of line: String
  ) -> (number: Int, name: String, fault: (code: String, since: Int64)?)? {
    let fields = line.filter { $0 != "\n" }.split(separator: "\t", maxSplits: 1)
    guard let words = fields.first?.split(separator: " ", maxSplits: 1), words.count == 2,
      let number = Int(words[0])
    else { return nil }
    var name = words[1]
    while name.last == " " { name.removeLast() }
    let shown = VisibleText.escaped(name.utf8)
    guard fields.count == 2 else { return (number, shown, nil) }
    let fault = fields[1].split(separator: " ")
    guard fault.count == 2, let since = Int64(fault[1]) else { return (number, shown, nil) }
    return (number, shown, (VisibleText.escaped(fault[0].utf8), since))
  }

  private static func holder(_ descriptor: CInt) -> String {
    let line = String(decoding: (try? Kernel.read(descriptor, limit: size)) ?? [], as: UTF8.self)
    guard let note = parts(of: line) else { return "its name is not known" }
    return "\(note.name) (process \(note.number))"
  }
}

/// The other processes that hold locks of a store, from the kernel's table of locks.
///
/// A reader's lock prevents shortening the log, since the process reads an old state of the file.
enum LogHolder {
  /// The bytes of SQLite's shared memory that a reader locks.
  private static let readerBytes: ClosedRange<Int64> = 123...127

  /// The names and numbers of the other processes that read a store; nil if no process does.
  static func words(of store: String) -> String? {
    guard let inode = Kernel.identity(store + "-shm")?.number,
      let found = holders(table, { processes(in: $0, inode: inode).filter { $0 != Kernel.ownProcess() } }),
      !found.isEmpty
    else { return nil }
    return found.map { process in
      let name = Kernel.text("/proc/\(process)/comm", limit: 64)?.split(separator: "\n").first ?? "?"
      return "\(VisibleText.escaped(name.utf8)) (process \(process))"
    }.joined(separator: ", ")
  }

  /// The kernel's table of locks; nil if it is not available.
  static func table() -> String? { Kernel.text("/proc/locks", limit: 1 << 20) }

  /// The processes found in the table; nil without a table.
  ///
  /// The kernel returns the table in pieces, and a lock that ends meanwhile can hide another one: six of a thousand
  /// reads missed a held lock. So only five reads without a lock prove that no process holds one.
  static func holders(_ table: () -> String?, _ search: (String) -> [Int]) -> [Int]? {
    for _ in 1..<5 {
      guard let found = table().map(search) else { return nil }
      if !found.isEmpty { return found }
    }
    return table().map(search)
  }

  /// The processes that hold a reader's lock.
  ///
  /// ```
  /// 3: POSIX  ADVISORY  READ 4711 08:01:131 124 124
  /// 4: FLOCK  ADVISORY  WRITE 4711 08:01:132 0 EOF
  /// ```
  static func processes(in table: String, inode: UInt64) -> [Int] {
    processes(in: table, inode: inode, kind: "POSIX", lock: "READ", from: readerBytes)
  }

  static func processes(
    in table: String, inode: UInt64, kind: String, lock: String, from bytes: ClosedRange<Int64>? = nil
  ) -> [Int] {
    var found: [Int] = []
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 8, words[1] == kind, words[3] == lock, let process = Int(words[4]),
        words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode,
        let first = Int64(words[6]), bytes?.contains(first) ?? true, !found.contains(process)
      else { continue }
      found.append(process)
    }
    return found
  }
}
