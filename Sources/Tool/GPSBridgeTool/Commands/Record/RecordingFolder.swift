internal import GNSS
internal import GPSFormats
internal import GPSSystemCalls
internal import Glibc

/// A folder of recordings that are named by their start times.
struct RecordingFolder: Sendable {
  let path: [UInt8]
  /// The file extension: `gbr` or `raw`.
  let ending: String
  private var order: RecordingOrder

  /// Returns nil if the path is not a folder.
  init?(_ path: [UInt8], ending: String) {
    guard Kernel.node(path)?.kind == S_IFDIR else { return nil }
    (self.path, self.ending) = (path, ending)
    order = RecordingOrder(in: path)
  }

  private static let prefix = "gpsbridge-"

  /// `gpsbridge-20261120T120000Z.gbr`; a second file in the same second gets a number.
  func name(at instant: UTC, number: Int) -> [UInt8] {
    let digits = Timestamp.text(instant).prefix(19).filter { $0 != "-" && $0 != ":" }
    let suffix = number == 0 ? "" : "-\(number)"
    return path + Array("/\(Self.prefix)\(digits)Z\(suffix).\(ending)".utf8)
  }

  /// Adds a new recording at the end of the order in which recordings are removed.
  mutating func note(_ file: [UInt8]) {
    order.note(PathCall.split(file).name, others: recordings.map(\.name))
  }

  /// Removes the oldest recordings until there is room for `size` more bytes; never the newest.
  func makeRoom(for size: Int, within most: Int) {
    var recordings = recordings
    var total = recordings.reduce(size) { $0 + $1.size }
    while total > most, recordings.count > 1 {
      let oldest = recordings.removeFirst()
      let file = path + [UInt8(ascii: "/")] + oldest.name
      if RecordingFile.isBeingRecorded(file) { continue }
      total -= oldest.size
      try? Kernel.removeFile(file)
    }
  }

  /// The recordings in the folder, oldest first.
  private var recordings: [(name: [UInt8], size: Int)] {
    guard let folder = unsafe opendir(PathCall.text(path)) else { return [] }
    defer { unsafe closedir(folder) }
    var found: [(name: [UInt8], size: Int)] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard isOurs(name), let file = Kernel.node(path + [UInt8(ascii: "/")] + name, ofLink: true), file.isFile
      else { continue }
      found.append((name, Int(file.size)))
    }
    return order.sorted(found, name: \.name)
  }

  /// Only files that this program has named may be removed.
  private func isOurs(_ name: [UInt8]) -> Bool {
    let form = Array("\(Self.prefix)00000000T000000Z".utf8)
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
    guard name.count > form.count,
      zip(name, form).allSatisfy({ $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 })
    else { return false }
    var rest = name.dropFirst(form.count)
    if rest.first == UInt8(ascii: "-") {
      let digits = rest.dropFirst().prefix(while: isDigit)
      guard !digits.isEmpty else { return false }
      rest = rest[digits.endIndex...]
    }
    return [".gbr", ".raw"].contains { rest.elementsEqual($0.utf8) }
  }
}

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
    return recordings.map { (place: places[name($0), default: -1], name: name($0), recording: $0) }
      .sorted { $0.place == $1.place ? $0.name.lexicographicallyPrecedes($1.name) : $0.place < $1.place }
      .map(\.recording)
  }

  /// Adds a new recording.
  ///
  /// A folder where the list can't be written is not an error: the order of the names remains.
  mutating func note(_ name: [UInt8], others: [[UInt8]]) {
    own.append(name)
    guard
      let file = try? Kernel.open(
        path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, permissions: PathCall.mode(in: folder))
    else { return }
    defer { close(file) }
    // Another recorder may be rewriting the same file.
    try? Kernel.lock(file, waits: true)
    guard let node = Kernel.node(of: file), node.isFile else { return }
    var lines = name + [0x0A]
    if node.size > Self.most {
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
