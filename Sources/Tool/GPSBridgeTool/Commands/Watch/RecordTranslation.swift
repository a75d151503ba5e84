internal import GNSS
internal import GPSBridge
internal import GPSFormats

/// Converts a recording to another format.
protocol RecordTranslation: AnyObject {
  func take(_ part: RecordedLog.Part, _ bytes: Span<UInt8>)
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
final class EpochTranslation: RecordTranslation {
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
    decoder = RecordedDecoder(day, ReadingRules.strictness, givesSentences: attitudes != nil || story != nil)
    (self.format, self.attitudes, self.story) = (format, attitudes, story)
    gate = RecordGate(output, count)
    output.write(format.header)
  }

  var isEnough: Bool { gate.isShut }

  func take(_ part: RecordedLog.Part, _ bytes: Span<UInt8>) { decoder.take(part, bytes, tell) }

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
final class SentenceTranslation: RecordTranslation {
  private var splitter = StreamSplitter()
  private var echo: SentenceEcho
  private(set) var problems = RecordingProblems()

  init(_ output: ByteOutput, count: Int?) { echo = SentenceEcho(gate: RecordGate(output, count)) }

  var isEnough: Bool { echo.gate.isShut }

  func take(_ part: RecordedLog.Part, _ bytes: Span<UInt8>) {
    switch part {
    case .header, .comment: break
    case .problem(let problem): problems.take(problem)
    case .bytes: splitter.split(bytes, into: &echo)
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
