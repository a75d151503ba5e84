internal import CommandLineTable
internal import Doctor
internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import NMEA
internal import GPSBase
internal import ToolFiles
internal import ToolSources

/// Converts a recording to another format.
protocol Translation: AnyObject {
  func take(_ item: RecordedLog.Item)
  /// The pipe has no data for now.
  func nothingWaits()
  /// The input has ended.
  func finish()
  var stats: WatchStats { get }
  /// Lines that could not be read.
  var problems: RecordingProblems { get }
  /// Whether the requested number of records was written.
  var isEnough: Bool { get }
}

/// Converts bytes to epochs, and epochs to lines.
final class EpochTranslation: Translation {
  private var decoder: RecordedDecoder
  private let format: any EpochFormat
  /// Nil if attitudes were not requested.
  private var attitudes: AttitudeRecords?
  /// Nil if events and verdicts were not requested.
  private var story: StoryRecords?
  private var gate: RecordGate

  init(
    _ day: CivilDate?, _ format: any EpochFormat, _ output: ByteOutput, count: Int?,
    attitudes: AttitudeRecords? = nil, story: StoryRecords? = nil
  ) {
    decoder = RecordedDecoder(
      day, ReadingRules.strictness, givesSentences: attitudes != nil || story != nil)
    self.format = format
    self.attitudes = attitudes
    self.story = story
    gate = RecordGate(output, count)
    output.write(format.header)
  }

  var isEnough: Bool { gate.isShut }

  func take(_ item: RecordedLog.Item) { decoder.take(item, tell) }

  /// Writes an output of the decoder, and then the events and verdicts derived from it.
  private func tell(_ output: DecodedOutput, _ moment: RecordedMoment) {
    write(output, moment)
    for record in story?.take(output, moment) ?? [] { gate.write(record.line) }
  }

  func nothingWaits() { decoder.nothingWaits(tell) }

  func finish() {
    decoder.finish(tell)
    for record in story?.finish(decoder.stats) ?? [] { gate.write(record.line) }
    if let rest = attitudes?.finish() { gate.write(rest) }
  }

  private func write(_ output: DecodedOutput, _ moment: RecordedMoment) {
    switch output {
    case .fix(let fix):
      gate.write(format.lines(for: output, at: FixMoment(state: "recorded", isSuspect: moment.isSuspect)))
      if let line = attitudes?.endEpoch(fix) { gate.write(line) }
    case .sky, .condition: gate.write(format.lines(for: output))
    case .sentence(let bytes): if let line = attitudes?.take(bytes) { gate.write(line) }
    case .message: break
    }
  }

  var stats: WatchStats { decoder.stats }
  var problems: RecordingProblems { decoder.problems }
}

/// Extracts sentences and writes them unchanged.
final class SentenceTranslation: Translation {
  private var splitter = StreamSplitter()
  private var echo: SentenceEcho
  private(set) var problems = RecordingProblems()

  init(_ output: ByteOutput, count: Int?) { echo = SentenceEcho(gate: RecordGate(output, count)) }

  var isEnough: Bool { echo.gate.isShut }

  func take(_ item: RecordedLog.Item) {
    switch item {
    case .header: break
    case .problem(let problem): problems.take(problem)
    case .bytes(let bytes, _): splitter.split(bytes.span, into: &echo)
    case .interruption: splitter.finish(into: &echo)
    }
  }

  func nothingWaits() {}

  func finish() { splitter.finish(into: &echo) }

  var stats: WatchStats { WatchStats(stream: splitter.counts) }
}

/// Writes each valid sentence with its line end.
private struct SentenceEcho: StreamSink {
  var gate: RecordGate

  mutating func receive(sentence bytes: Span<UInt8>) { gate.write(sentence: bytes) }
}

/// The verdict on a whole stream: nothing known, no fix, or all well.
struct WatchVerdict {
  var stats: WatchStats
  var guess: InputGuess
  /// The source's name in messages.
  var name: String

  /// Why there was nothing to read; nil if there was something.
  var complaint: ToolError? {
    let stream = stats.stream
    guard stream.bytes > 0 else {
      return ToolError(
        code: "empty", exit: .nothingKnown, message: "\(name) is empty", reason: "0 bytes were read",
        hint: "record with the receiver plugged in; some need a minute to start sending")
    }
    guard !stream.isAnythingKnown else { return nil }
    if let language = stream.stranger {
      return ToolError(
        code: "binary_mode", exit: .nothingKnown,
        message: "\(name) is \(language.name), from which no position is read",
        reason: "found \(Plural.of(stream.strangers[language], "complete message")), but no sentence",
        hint: Finding.clause(language.advice))
    }
    return ToolError(
      code: "nothing_known", exit: .nothingKnown, message: "\(name) contains nothing that a receiver sends",
      reason: "\(stream.bytes) bytes were read; they look like \(looks)",
      hint: isGarbled ? "record again: bytes were lost or changed on the way" : guess.hint)
  }

  /// A note on a success with a drawback, such as no fix.
  var note: String? {
    let notes = [noteOnStranger, noteOnMissing].compactMap { $0 }
    return notes.isEmpty ? nil : notes.joined()
  }

  /// A note on an unsupported protocol in addition to a supported one.
  var noteOnStranger: String? {
    guard let language = stats.stream.stranger else { return nil }
    let count = Plural.of(stats.stream.strangers[language], "message")
    return "note: \(name) also contains \(language.name) (\(count)), from which no position is read\n"
  }

  private var noteOnMissing: String? {
    if let epochs = stats.epochs {
      guard stats.fixes == 0 else { return nil }
      return "note: no fix in \(name): \(said), \(Plural.of(epochs.epochs, "epoch")), none with a position\n"
    }
    return stats.stream.sentences == 0 ? "note: no valid sentence in \(name): \(said)\n" : nil
  }

  /// Whether there are more broken sentences than line noise alone produces.
  private var isGarbled: Bool { stats.stream.badChecksums > stats.stream.bytes / 1000 }

  private var looks: String {
    isGarbled
      ? "\(Plural.of(stats.stream.badChecksums, "sentence")) with a wrong checksum, and none with a right one"
      : guess.words
  }

  private var said: String {
    let stream = stats.stream
    var parts = [Plural.of(stream.sentences, "sentence")]
    if stats.badFields > 0 { parts.append(Plural.of(stats.badFields, "refused sentence")) }
    if stream.messages > 0 { parts.append(Plural.of(stream.messages, "u-blox message")) }
    if stream.sirfMessages > 0 { parts.append(Plural.of(stream.sirfMessages, "SiRF message")) }
    if stream.casicMessages > 0 { parts.append(Plural.of(stream.casicMessages, "CASIC message")) }
    if stream.corrections > 0 { parts.append(corrections) }
    return parts.joined(separator: ", ")
  }

  /// The corrections: `100 corrections (RTCM 3: 1004 1006 of station 278)`.
  private var corrections: String {
    let station = stats.stream.station
    let count = Plural.of(stats.stream.corrections, "correction")
    // A frame may be too short for a number.
    guard !station.messageNumbers.isEmpty else { return count }
    let numbers = station.messageNumbers.map(String.init).joined(separator: " ")
    let source = station.identifier.map { " of station \($0)" } ?? ""
    return "\(count) (RTCM 3: \(numbers)\(source))"
  }
}
