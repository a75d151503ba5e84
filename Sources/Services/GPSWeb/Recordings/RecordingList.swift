internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// The recordings of a folder as JSON, a few per slice, because each file is read at both ends.
struct RecordingList: WebSlices {
  private let folder: ServedRecordings
  private var names: ArraySlice<String>
  private var hasBegun = false
  private var hasNamed = false
  private var isOver = false

  private static let filesInSlice = 8

  init(_ folder: ServedRecordings) throws(ServedRecordings.Fault) {
    self.folder = folder
    names = try folder.names()[...]
  }

  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    guard !isOver else { return nil }
    var bytes: [UInt8] = []
    if !hasBegun { bytes += #"{"v":1,"recordings":["#.utf8 }
    hasBegun = true
    for name in names.prefix(Self.filesInSlice) {
      // Skip files that were deleted meanwhile or are not regular files.
      guard let file = try? folder.file(name) else { continue }
      bytes += (hasNamed ? ",\n" : "\n").utf8
      bytes += Self.entry(name, file)
      hasNamed = true
    }
    names = names.dropFirst(Self.filesInSlice)
    if names.isEmpty {
      bytes += "\n]}\n".utf8
      isOver = true
    }
    return bytes
  }

  private static func entry(_ name: String, _ file: ServedRecording) -> [UInt8] {
    let span = RecordingSpan(file)
    var json = JSONWriter()
    json.object { json in
      json.member("name", name)
      json.member("bytes", Int(file.size))
      json.member("begin", span?.begin)
      json.member("duration_s", span?.duration?.seconds)
    }
    return json.bytes
  }
}

/// The start and the length of a recording made by gpsbridge, read from its first and last lines.
struct RecordingSpan: Sendable, Hashable {
  /// The start, by the clock of the recording machine.
  var begin: UTC?
  /// From the start to the last bytes.
  var duration: Duration?

  private static let head = 4096
  /// Longer than the longest data line that we write.
  private static let tail = 20_480

  /// Reads a file; nil if another program wrote it, without times.
  init?(_ file: ServedRecording) {
    var decoder = RecordedDecoder(nil, .standard)
    if decoder.pull(file.bytes(at: 0, most: Self.head).span, { _, _ in }) {
      _ = decoder.pull(Span()) { _, _ in }
    }
    guard decoder.format == .recording, let header = decoder.header else { return nil }
    begin = header.started
    let place = max(0, file.size - Int64(Self.tail))
    duration = Self.duration(file.bytes(at: place, most: Self.tail)[...])
  }

  /// The time in the last complete data line, in milliseconds.
  private static func duration(_ text: ArraySlice<UInt8>) -> Duration? {
    var text = text
    // Bytes after the last line end are an incomplete write.
    while let end = text.lastIndex(of: 0x0A), let start = text[..<end].lastIndex(of: 0x0A) {
      let digits = text[(start + 1)..<end].prefix { $0 != 0x20 }
      if 1...13 ~= digits.count, let count = Int64(String(decoding: digits, as: UTF8.self)), count >= 0 {
        return .milliseconds(count)
      }
      text = text[...start]
    }
    return nil
  }
}
