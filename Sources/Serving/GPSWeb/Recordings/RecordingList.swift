internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// The recordings of a folder as JSON, a few a slice: for each one, its beginning and its end are looked at.
struct RecordingList: WebSlices {
  private let folder: RecordingFolder
  private var names: ArraySlice<String>
  private var hasBegun = false
  private var hasNamed = false
  private var isOver = false

  private static let filesInSlice = 8

  /// Reads the names of a folder.
  init(_ folder: RecordingFolder) throws(RecordingFolder.Fault) {
    self.folder = folder
    names = try folder.names()[...]
  }

  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    guard !isOver else { return nil }
    var bytes: [UInt8] = []
    if !hasBegun { bytes += #"{"v":1,"recordings":["#.utf8 }
    hasBegun = true
    for name in names.prefix(Self.filesInSlice) {
      // One that has gone meanwhile, or is no file, is none.
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

  private static func entry(_ name: String, _ file: RecordingFile) -> [UInt8] {
    let span = RecordingSpan(file)
    var json = JSONWriter()
    json.object { json in
      json.member("name", name)
      json.member("bytes", Int(file.size))
      json.member("begin", span?.begin.map(Timestamp.text))
      json.member("duration_s", span?.duration?.seconds)
    }
    return json.bytes
  }
}

/// When a recording of our own was begun, and how long it is: what its first and its last lines say.
struct RecordingSpan: Sendable, Hashable {
  /// By the clock of the machine that recorded.
  var begin: UTC?
  /// From there to the last bytes.
  var duration: Duration?

  private static let head = 4096
  /// Longer than the longest line of data that is written.
  private static let tail = 20_480

  /// Looks at a file; nil for one of another program, which has no times.
  init?(_ file: RecordingFile) {
    var reader = RecordedLog.Reader()
    var header: RecordedLog.Header?
    func take(_ item: RecordedLog.Item) { if case .header(let found) = item { header = found } }
    reader.read(file.bytes(at: 0, most: Self.head).span, take)
    reader.finish(take)
    guard reader.format == .recording, let header else { return nil }
    begin = header.started
    let place = max(0, file.size - Int64(Self.tail))
    duration = Self.duration(file.bytes(at: place, most: Self.tail)[...])
  }

  /// The milliseconds of the last whole line of data.
  private static func duration(_ text: ArraySlice<UInt8>) -> Duration? {
    var text = text
    // What stands behind the last line end was being written.
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
