import GPSBridge
import TestSupport

/// What comes out of the text of a recording.
func items(_ text: [UInt8], cut sizes: [Int] = []) -> [RecordedLog.Item] {
  var reader = RecordedLog.Reader()
  var items: [RecordedLog.Item] = []
  var place = 0
  for size in sizes where place < text.count {
    let end = min(place + size, text.count)
    reader.read(text.span.extracting(place..<end)) { items.append($0) }
    place = end
  }
  reader.read(text.span.extracting(place...)) { items.append($0) }
  reader.finish { items.append($0) }
  return items
}

/// What comes out of the lines of a recording, behind a right first line.
func items(_ lines: String...) -> [RecordedLog.Item] {
  items(
    Array((["#gpsbridge-recording 1 2026-11-20T12:00:00.000Z"] + lines + [""]).joined(separator: "\n").utf8))
}

extension [RecordedLog.Item] {
  var header: RecordedLog.Header? {
    lazy.compactMap { if case .header(let header) = $0 { header } else { nil } }.first
  }

  var problems: [RecordedLog.Problem] {
    compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }

  /// Codes with their lines.
  var faults: [String] { problems.map { "\($0.line) \($0.code.rawValue)" } }

  /// All bytes, whenever they came.
  var bytes: [UInt8] { flatMap { if case .bytes(let bytes, _) = $0 { bytes } else { [UInt8]() } } }

  /// Bytes as text with their milliseconds.
  var said: [String] {
    compactMap {
      guard case .bytes(let bytes, let time) = $0 else { return nil }
      return "\(time.map { "\($0 / .milliseconds(1))" } ?? "-") \(String(decoding: bytes, as: UTF8.self))"
    }
  }
}
