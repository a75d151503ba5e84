internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSTrackRows

/// Decodes a recording some kilobytes at a time; it keeps its position but no output.
struct RecordingReader: Sendable {
  /// A decoded value and when it was recorded.
  struct Told: Sendable {
    var output: DecodedOutput
    var moment: RecordedMoment
    /// When its bytes arrived, by the clock of the recording machine; nil if unknown.
    var received: UTC?

    /// The moment for the record, with the recording's data.
    ///
    /// The machine's clock is used if the receiver reported no time.
    var fixMoment: FixMoment {
      var moment = FixMoment.recorded
      moment.isSuspect = self.moment.isSuspect
      if case .fix(let fix) = output, fix.time == nil { moment.received = received }
      return moment
    }
  }

  /// Whether everything was returned, or the file can't be read further.
  private(set) var isOver = false
  /// Why it could not be read to the end.
  private(set) var fault: Errno?
  /// The offset of the next read.
  private(set) var place: Int64 = 0
  private let file: ServedRecording
  private var decoder: RecordedDecoder

  /// Decoding a piece takes well under a millisecond, so other work is not delayed.
  private static let piece = 16_384
  /// The maximum number of bytes searched for a receiver's data.
  private static let mostLookedAt = 262_144

  init(_ file: ServedRecording, givesSentences: Bool) {
    self.file = file
    decoder = RecordedDecoder(nil, .standard, givesSentences: givesSentences)
  }

  /// Reads the next piece, which may not complete anything.
  mutating func next() -> [Told] {
    guard !isOver else { return [] }
    var bytes = [UInt8](repeating: 0, count: Self.piece)
    let count: Int
    do throws(Errno) { count = try file.read(at: place, into: &bytes) } catch {
      (fault, isOver) = (error, true)
      return []
    }
    place += Int64(count)
    var told: [Told] = []
    isOver = !decoder.pull(bytes.span.extracting(0..<count)) {
      told.append(Told(output: $0, moment: $1, received: nil))
    }
    guard let started = decoder.header?.started else { return told }
    for index in told.indices {
      guard let arrival = told[index].moment.arrival else { continue }
      let milliseconds = TrackRow.milliseconds(started) + Int64(arrival / .milliseconds(1))
      told[index].received = TrackRow.instant(milliseconds)
    }
    return told
  }

  var stats: WatchStats { decoder.stats }

  /// Why a file is not a recording; nil if it is one.
  static func refusal(of file: ServedRecording) -> String? {
    guard file.size > 0 else { return "it is empty" }
    var reader = RecordingReader(file, givesSentences: false)
    while !reader.isOver, reader.place < mostLookedAt {
      _ = reader.next()
      if let refusal = reader.decoder.problems.refusal { return refusal }
      if reader.stats.stream.isAnythingKnown { return nil }
    }
    if let fault = reader.fault { return fault.words }
    if let language = reader.stats.stream.stranger {
      return "it is \(language.name), from which no position is read"
    }
    return "its first \(reader.place) bytes contain no receiver data"
  }
}
