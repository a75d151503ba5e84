internal import GNSS
internal import GPSFormats
internal import Glibc

/// A folder of recordings that are named by their start times.
struct RecordingFolder: Sendable {
  let path: [UInt8]
  /// The file extension: `gbr` or `raw`.
  let ending: String
  private var order: RecordingOrder

  /// Returns nil if the path is not a folder.
  init?(_ path: [UInt8], ending: String) {
    guard case .success(let status) = PathCall.look(path, followsLinks: true),
      status.st_mode & S_IFMT == S_IFDIR
    else { return nil }
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
      unsafe unlink(PathCall.text(file))
    }
  }

  /// The recordings in the folder, oldest first.
  private var recordings: [(name: [UInt8], size: Int)] {
    guard let folder = unsafe opendir(PathCall.text(path)) else { return [] }
    defer { unsafe closedir(folder) }
    var found: [(name: [UInt8], size: Int)] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard isOurs(name),
        case .success(let status) = PathCall.look(path + [UInt8(ascii: "/")] + name, followsLinks: false),
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      found.append((name, Int(status.st_size)))
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
