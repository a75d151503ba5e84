internal import Glibc
internal import GPSBase
internal import GPSSystemCalls
internal import ToolFiles

/// The order in which the recordings of a folder were begun, in a file beside them: a name in each line, the latest last.
///
/// Names have dates, and a computer without a clock begins each drive at the same one. By its name the drive that is being
/// recorded would be the oldest.
struct RecordingOrder: Sendable {
  private let folder: [UInt8]
  private var path: [UInt8] { folder + Array("/.gpsbridge-order".utf8) }
  /// The recordings of this process: whatever becomes of the file, they are the latest.
  private var own: [[UInt8]] = []

  /// Lines are for files that are there; behind this size those of removed files are dropped.
  private static let most = 65_536

  init(in folder: [UInt8]) { self.folder = folder }

  /// The names in their order: those of no line first, by their dates, and those of this process last.
  func sorted<Recording>(_ recordings: [Recording], name: (Recording) -> [UInt8]) -> [Recording] {
    var places: [[UInt8]: Int] = [:]
    for (place, name) in (names + own).enumerated() { places[name] = place }
    return recordings.map { (place: places[name($0)] ?? -1, name: name($0), recording: $0) }
      .sorted { $0.place == $1.place ? $0.name.lexicographicallyPrecedes($1.name) : $0.place < $1.place }
      .map(\.recording)
  }

  /// Notes that a recording was begun.
  ///
  /// A folder that takes the recording and no list of them is no fault: the order of the names is left then.
  mutating func note(_ name: [UInt8], others: [[UInt8]]) {
    own.append(name)
    guard
      let file = try? PathCall.open(
        path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: PathCall.mode(in: folder))
    else { return }
    defer { close(file) }
    // Another recorder may drop lines of the same file.
    while flock(file, LOCK_EX) != 0, errno == EINTR {}
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    var lines = name + [0x0A]
    if status.st_size > Self.most {
      let present = Set(others)
      lines = Array(names.filter { present.contains($0) }.joined(separator: [0x0A])) + [0x0A] + lines
      ftruncate(file, 0)
    }
    _ = unsafe lines.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
  }

  private var names: [[UInt8]] {
    let bytes = (try? Kernel.wholeFile(path, limit: Self.most * 16)) ?? []
    return bytes.split(separator: 0x0A).map(Array.init)
  }
}
