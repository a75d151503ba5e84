internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls

/// Decodes a recording some kilobytes at a time: a value that keeps its place, and nothing of what it has given out.
struct RecordingReader: Sendable {
  /// What was decoded, and when it was recorded.
  struct Told: Sendable {
    var output: DecodedOutput
    var moment: RecordedMoment
    /// When its bytes came, by the clock of the machine that recorded; nil where that is not known.
    var received: UTC?

    /// The record's moment with what a recording knows of it.
    ///
    /// The clock of the machine stands in for a receiver that tells no time.
    var fixMoment: FixMoment {
      var moment = FixMoment.recorded
      moment.isSuspect = self.moment.isSuspect
      if case .fix(let fix) = output, fix.time == nil { moment.received = received }
      return moment
    }
  }

  /// Whether everything was given out, or the file can't be read any further.
  private(set) var isOver = false
  /// Why it could not be read to its end.
  private(set) var fault: Errno?
  /// Bytes of the file so far.
  private(set) var place: Int64 = 0
  private let file: RecordingFile
  private var reader = RecordedLog.Reader()
  private var decoder: RecordedDecoder
  private var started: UTC?

  /// A slice takes well under a millisecond, so that others have their turns.
  private static let piece = 16_384
  /// So much of a file is looked at for something that a receiver says.
  private static let mostLookedAt = 262_144

  init(_ file: RecordingFile, givesSentences: Bool) {
    self.file = file
    decoder = RecordedDecoder(nil, .standard, givesSentences: givesSentences)
  }

  /// Reads the next piece, which need not complete anything.
  mutating func next() -> [Told] {
    guard !isOver else { return [] }
    var bytes = [UInt8](repeating: 0, count: Self.piece)
    let count: Int
    do throws(Errno) {
      count = try file.read(at: place, into: &bytes)
    } catch {
      (fault, isOver) = (error, true)
      return []
    }
    place += Int64(count)
    var items: [RecordedLog.Item] = []
    if count > 0 {
      reader.read(bytes.span.extracting(0..<count)) { items.append($0) }
    } else {
      reader.finish { items.append($0) }
    }
    var told: [Told] = []
    for item in items {
      if case .header(let header) = item { started = header.started }
      take(item, &told)
    }
    if count == 0 {
      decoder.finish { told.append(Told(output: $0, moment: $1, received: nil)) }
      tellReceived(&told, from: 0)
      isOver = true
    }
    return told
  }

  /// The counts so far.
  var stats: WatchStats { decoder.stats }

  /// Why a file is no recording; nil for one that is.
  static func refusal(of file: RecordingFile) -> String? {
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
    return "nothing in its first \(reader.place) bytes is what a receiver says"
  }

  private mutating func take(_ item: RecordedLog.Item, _ told: inout [Told]) {
    let first = told.count
    decoder.take(item) { told.append(Told(output: $0, moment: $1, received: nil)) }
    tellReceived(&told, from: first)
  }

  /// Adds what is known once the decoder has had the whole piece.
  private func tellReceived(_ told: inout [Told], from first: Int) {
    guard first < told.count else { return }
    for index in first..<told.count {
      guard let started, let arrival = told[index].moment.arrival else { continue }
      let milliseconds = HistoryRow.milliseconds(started) + Int64(arrival / .milliseconds(1))
      told[index].received = HistoryRow.instant(milliseconds)
    }
  }
}
