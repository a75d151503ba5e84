import GPSBridge
import GPSFormats
import GPSSystemCalls
import TestSupport

@testable import GPSWeb

/// A folder of recordings that is gone at the end of a test, and a neighbor that no request may reach.
final class RecordingShelf: Sendable {
  /// The folder around both.
  private let root: TestFolder
  let path: String

  init() throws {
    root = try TestFolder()
    path = root.file("shelf")
    try Kernel.makeFolder(Array(path.utf8))
    try root.write("secret.nmea", Self.walk)
  }

  var folder: ServedRecordings { ServedRecordings(path) }

  func add(_ name: String, _ bytes: [UInt8]) throws { try root.write("shelf/" + name, bytes) }

  func link(_ name: String, to target: String) throws { try root.link("shelf/" + name, to: target) }

  /// Five minutes on foot, a fix a second.
  static let walk: [UInt8] = {
    let folder = ProjectFolder.path + "/Tests"
    return Kernel.contents(of: folder + "/Recordings/morning-walk.nmea", limit: 1 << 20) ?? []
  }()

  /// The same as a recording of ours that was begun at a moment: each second of it, which begins with a sentence, comes a second later.
  static func recording(
    begun: String = "2026-11-20T07:02:00.000Z", of bytes: [UInt8] = walk, eachSecond start: String = "$GNRMC"
  ) throws -> [UInt8] {
    var text = Array("#gpsbridge-recording 1 \(begun)\n# device: usb-1.2\n".utf8)
    var writer = RecordedLog.Writer()
    var second = -1
    for line in bytes.split(separator: 0x0A) {
      if line.starts(with: start.utf8) { second += 1 }
      writer.append((Array(line) + [0x0A]).span, at: .seconds(max(0, second)), to: &text)
    }
    return text
  }
}

/// All that a body has, and how many slices had nothing.
func whole(_ slices: some WebSlices) -> (text: String, longest: Int) {
  var slices = slices
  var (bytes, longest): ([UInt8], Int) = ([], 0)
  while let slice = slices.next(TrackHistory(receivers: 0)) {
    bytes += slice
    longest = max(longest, slice.count)
  }
  return (String(decoding: bytes, as: UTF8.self), longest)
}

extension String {
  /// Its lines that are not empty.
  var fullLines: [Substring] { split(separator: "\n") }

  /// How often a part stands in it.
  func count(of part: String) -> Int { ranges(of: part).count }
}
