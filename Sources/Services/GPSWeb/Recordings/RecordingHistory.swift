internal import GNSS
internal import GPSFormats
internal import GPSTrackRows

/// The fixes of a recording as records, one JSON object per line, decoded while they are sent.
///
/// Unlike the live history, it is not thinned to one fix a second. A fix without a known time is left out.
struct RecordingHistory: WebSlices {
  private let query: TrackQuery
  private let format: NDJSONFormat
  private var reader: RecordingReader
  private var sky: Sky?
  private var before: TrackRow?

  /// - Parameters:
  ///   - query: The requested part.
  ///   - name: The recording's name in each record.
  ///   - file: The recording.
  init(_ query: TrackQuery, _ name: String, _ file: ServedRecording) {
    self.query = query
    format = NDJSONFormat(device: name)
    reader = RecordingReader(file, givesSentences: false)
  }

  var isBroken: Bool { reader.fault != nil }

  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    guard !reader.isOver else { return nil }
    var bytes: [UInt8] = []
    for told in reader.next() {
      switch told.output {
      case .sky(let sky): self.sky = sky
      case .fix(let fix):
        guard !fix.isUnreported, let time = fix.time ?? told.received else { continue }
        let row = TrackRow(
          fix.believable, signal: sky?.medianSignal, received: told.received ?? time,
          marks: told.moment.isSuspect ? .suspect : [])
        if query.contains(row), !query.leavesOut(row, behind: before) {
          bytes += HistoryRecords.line(row, format, hasMore: query.hasMore)
        }
        before = row
      case .condition, .sentence, .message: break
      }
    }
    return bytes
  }
}
