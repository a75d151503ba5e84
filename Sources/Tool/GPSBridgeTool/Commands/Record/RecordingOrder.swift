internal import Glibc
internal import GPSBase
internal import GPSSystemCalls

/// The order in which a folder's recordings began, in a file with a name per line, latest last.
///
/// File names contain dates, but without a real-time clock each boot starts at the same date, so that by name
/// the current recording could be the oldest.
struct RecordingOrder: Sendable {
  private let folder: [UInt8]
  private var path: [UInt8] { folder + Array("/.gpsbridge-order".utf8) }
  /// The recordings of this process, which are the latest even if the file can't be written.
  private var own: [[UInt8]] = []

  /// Above this size, lines of removed files are dropped.
  private static let most = 65_536

  init(in folder: [UInt8]) { self.folder = folder }

  /// Sorts recordings: first the ones not listed, by name, and last the ones of this process.
  func sorted<Recording>(_ recordings: [Recording], name: (Recording) -> [UInt8]) -> [Recording] {
    var places: [[UInt8]: Int] = [:]
    for (place, name) in (names + own).enumerated() { places[name] = place }
    return recordings.map { (place: places[name($0)] ?? -1, name: name($0), recording: $0) }
      .sorted { $0.place == $1.place ? $0.name.lexicographicallyPrecedes($1.name) : $0.place < $1.place }
      .map(\.recording)
  }

  /// Adds a new recording.
  ///
  /// A folder where the list can't be written is not an error: the order of the names remains.
  mutating func note(_ name: [UInt8], others: [[UInt8]]) {
    own.append(name)
    guard
      let file = try? PathCall.open(
        path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: PathCall.mode(in: folder))
    else { return }
    defer { close(file) }
    // Another recorder may be rewriting the same file.
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
