internal import GPSBase
internal import GPSSystemCalls

/// The lock by which one program alone writes a store, in a file beside it that names the program.
///
/// The kernel releases it when the program ends, however that happens; the file stays.
final class StoreLock: Sendable {
  private let descriptor: CInt

  /// The size of the file: a shorter name must not leave a part of a longer one.
  private static let size = 128

  /// Takes the lock of a store, or throws an error that names its holder.
  init(of store: String) throws(StoreError) {
    let path = Self.path(of: store)
    do throws(Errno) {
      if !Kernel.exists(path) { try Self.create(path) }
      descriptor = try Kernel.open(path, for: .lockFile)
    } catch { throw error == .tooManyLinks ? Self.stranger(store) : StoreError(error, store) }
    guard Self.isOurs(descriptor) else {
      try? Kernel.close(descriptor)
      throw Self.stranger(store)
    }
    do throws(Errno) {
      try Kernel.lock(descriptor)
      try Self.note(descriptor)
    } catch {
      let holder = Self.holder(descriptor)
      try? Kernel.close(descriptor)
      guard error == .wouldBlock else { throw StoreError(error, store) }
      throw StoreError(
        .busy, store, "another program writes it: \(holder)",
        "end that program, or use another file; any number of programs can read it")
    }
  }

  deinit { try? Kernel.close(descriptor) }

  /// `track.db-lock` for `track.db`, as SQLite calls its files `track.db-wal` and `track.db-shm`.
  static func path(of store: String) -> String { store + "-lock" }

  /// Whether a file is a lock: an empty one, or one with a name in it.
  private static func isOurs(_ descriptor: CInt) -> Bool {
    guard let node = Kernel.node(of: descriptor), node.isFile else { return false }
    if node.size == 0 { return true }
    var line = [UInt8](repeating: 0, count: size)
    guard node.size == Int64(size), (try? Kernel.read(descriptor, at: 0, into: &line)) == size else {
      return false
    }
    return (0x30...0x39).contains(line[0]) && line[size - 1] == 0x0A
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

  /// Writes the number and the name of this process.
  private static func note(_ descriptor: CInt) throws(Errno) {
    let number = Kernel.link("/proc/self") ?? "?"
    let name = Kernel.text("/proc/self/comm", limit: 64)?.split(separator: "\n").first ?? "?"
    let text = Array("\(number) \(name)".utf8.prefix(size - 1))
    let line = text + [UInt8](repeating: 0x20, count: size - 1 - text.count) + [0x0A]
    _ = try Kernel.write(descriptor, line.span)
  }

  private static func holder(_ descriptor: CInt) -> String {
    let line = String(decoding: (try? Kernel.read(descriptor, limit: size)) ?? [], as: UTF8.self)
    let words = line.split(separator: " ", maxSplits: 1).map { $0.filter { $0 != "\n" } }
    guard words.count == 2, let number = Int(words[0]) else { return "its name is not known" }
    var name = words[1]
    while name.last == " " { name.removeLast() }
    return "\(VisibleText.escaped(name.utf8)) (process \(number))"
  }
}
