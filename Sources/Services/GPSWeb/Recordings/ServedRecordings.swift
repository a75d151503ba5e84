internal import GPSSystemCalls

/// A folder of recordings; the page can read only the files directly in it.
///
/// Names come from clients. Anything but a plain file name is refused: no paths, hidden files or links.
struct ServedRecordings: Sendable {
  let path: String
  private let open = OpenCount(most: Self.mostOpen)

  /// The extensions of recordings, ours and other programs'.
  static let endings = ["gbr", "raw", "nmea", "ubx", "log"]
  /// At most this many are listed.
  static let mostListed = 1000
  /// At most this many names in the folder are read.
  private static let mostNames = 20_000
  /// At most this many are open at a time: each needs a descriptor and a decoder.
  static let mostOpen = 32

  init(_ path: String) { self.path = path }

  /// Why a recording can't be read.
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

  /// The names of files that may be recordings, sorted.
  func names() throws(Fault) -> [String] {
    do throws(Errno) {
      let all = try Kernel.entries(path, most: Self.mostNames).filter(Self.isName)
      return Array(all.sorted().prefix(Self.mostListed))
    } catch { throw Fault(error) }
  }

  func file(_ name: String) throws(Fault) -> ServedRecording {
    guard Self.isName(name) else { throw .unknown }
    guard let opened = open.place() else { throw .tooMany }
    do throws(Errno) {
      let folder = try Kernel.openFolder(path)
      // Closing our own open descriptor can't fail in a way we could report.
      defer { try? Kernel.close(folder) }
      let (descriptor, size) = try Kernel.openFile(name, in: folder)
      return ServedRecording(descriptor, size: size, opened)
    } catch { throw Fault(error) }
  }

  /// Whether a text is the name of a possible recording.
  static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= 255, !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else {
      return false
    }
    // Names are shown in a list; a control character could not be seen.
    guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }) else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }
}

/// The number of open items, such as the recordings of a folder.
final class OpenCount: Sendable {
  private let most: Int
  private let count = Guarded(0)

  init(most: Int) { self.most = most }

  /// A place for another item; nil at the limit.
  func place() -> OpenPlace? {
    count.withLock { count in
      guard count < most else { return nil }
      count += 1
      return OpenPlace(self)
    }
  }

  fileprivate func leave() { count.withLock { $0 -= 1 } }
}

/// A place that is occupied until this is released.
final class OpenPlace: Sendable {
  private let open: OpenCount

  fileprivate init(_ open: OpenCount) { self.open = open }

  deinit { open.leave() }
}

/// An open recording, closed when it is released.
final class ServedRecording: Sendable {
  /// The size in bytes when it was opened; a recording in progress grows.
  let size: Int64
  private let descriptor: CInt
  private let place: OpenPlace

  init(_ descriptor: CInt, size: Int64, _ place: OpenPlace) {
    (self.descriptor, self.size, self.place) = (descriptor, size, place)
  }

  deinit {
    // The descriptor was only read from, so an error loses nothing.
    try? Kernel.close(descriptor)
  }

  /// Reads from an offset; returns 0 at the end.
  func read(at place: Int64, into buffer: inout [UInt8]) throws(Errno) -> Int {
    try Kernel.read(descriptor, at: place, into: &buffer)
  }

  /// Bytes from an offset, as many as one read returns.
  func bytes(at place: Int64, most: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = (try? read(at: place, into: &bytes)) ?? 0
    bytes.removeLast(most - count)
    return bytes
  }
}
