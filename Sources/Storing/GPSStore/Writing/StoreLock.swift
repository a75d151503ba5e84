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
      descriptor = try Kernel.open(path, for: .device)
    } catch { throw StoreError(error, store) }
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

  /// `track.lock` for `track.db`.
  static func path(of store: String) -> String {
    (store.hasSuffix(".db") ? String(store.dropLast(3)) : store) + ".lock"
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
