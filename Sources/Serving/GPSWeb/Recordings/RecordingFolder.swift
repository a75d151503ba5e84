internal import GPSSystemCalls

/// A folder of recordings: a page sees what lies in it directly, and nothing else.
///
/// A name comes from a stranger. It is one name of the folder or it is refused: no path, no hidden file, no link.
struct RecordingFolder: Sendable {
  let path: String
  private let open = OpenCount()

  /// The endings of recordings, ours and those of other programs.
  static let endings = ["gbr", "raw", "nmea", "ubx", "log"]
  /// So many are listed at most.
  static let mostListed = 1000
  /// So many names of the folder are looked at.
  private static let mostNames = 20_000
  /// So many are read at a time: each holds a descriptor and a decoder.
  static let mostOpen = 32

  init(_ path: String) { self.path = path }

  /// Why a recording can't be had.
  enum Fault: Error, Sendable, Hashable {
    case unknown
    case denied
    case tooMany
    case failed(String)

    fileprivate init(_ error: Errno) {
      self =
        switch error {
        case .noSuchFile, .tooManyLinks, .notADirectory, .isADirectory, .nameTooLong, .noSuchAddress,
          .noSuchDevice:
          .unknown
        case .accessDenied, .notPermitted: .denied
        case .tooManyOpen, .tooManyOpenInSystem: .tooMany
        default: .failed(error.words)
        }
    }
  }

  /// The names of files that may be recordings, in their order.
  func names() throws(Fault) -> [String] {
    do throws(Errno) {
      let all = try Kernel.entries(path, most: Self.mostNames).filter(Self.isName)
      return Array(all.sorted().prefix(Self.mostListed))
    } catch {
      throw Fault(error)
    }
  }

  /// Opens a recording.
  func file(_ name: String) throws(Fault) -> RecordingFile {
    guard Self.isName(name) else { throw .unknown }
    guard open.enter() else { throw .tooMany }
    do throws(Errno) {
      let folder = try Kernel.openFolder(path)
      // It is ours and open: nothing is to be told of it.
      defer { try? Kernel.close(folder) }
      let (descriptor, size) = try Kernel.openFile(name, in: folder)
      return RecordingFile(descriptor, size: size, open)
    } catch {
      open.leave()
      throw Fault(error)
    }
  }

  /// Whether a text is the name of a file that may be a recording.
  static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= 255, !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else {
      return false
    }
    // Names stand in a list of choices: one that can't be seen can't be chosen.
    guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }) else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }
}

/// How many recordings of a folder are open.
final class OpenCount: Sendable {
  private let count = Guarded(0)

  func enter() -> Bool {
    count.withLock { count in
      guard count < RecordingFolder.mostOpen else { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }
}

/// A recording that is open, until nobody reads it any more.
final class RecordingFile: Sendable {
  /// Bytes, as they were when it was opened: one that is just being written grows.
  let size: Int64
  private let descriptor: CInt
  private let open: OpenCount

  init(_ descriptor: CInt, size: Int64, _ open: OpenCount) {
    (self.descriptor, self.size, self.open) = (descriptor, size, open)
  }

  deinit {
    // It was only read: nothing is lost.
    try? Kernel.close(descriptor)
    open.leave()
  }

  /// Reads from a place on; 0 at the end.
  func read(at place: Int64, into buffer: inout [UInt8]) throws(Errno) -> Int {
    try Kernel.read(descriptor, at: place, into: &buffer)
  }

  /// Bytes from a place on, as many as there are at once.
  func bytes(at place: Int64, most: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = (try? read(at: place, into: &bytes)) ?? 0
    bytes.removeLast(most - count)
    return bytes
  }
}
