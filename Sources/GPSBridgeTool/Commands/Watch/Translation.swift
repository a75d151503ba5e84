internal import GNSS
internal import GPSBridge
internal import NMEA

/// Takes a recording and writes them in another form.
protocol Translation: AnyObject {
  func take(_ item: RecordedLog.Item)
  /// No more will come.
  func finish()
  var stats: WatchStats { get }
  /// Lines that could not be read.
  var problems: RecordingProblems { get }
  /// Whether as many records were written as were wanted.
  var isEnough: Bool { get }
}

/// Bytes to epochs, and epochs to lines.
final class EpochTranslation: Translation {
  private var decoder: RecordedDecoder
  private let format: any EpochFormat
  /// Nil where nobody asked which way the receiver points.
  private var attitudes: AttitudeRecords?
  private var gate: RecordGate

  init(
    _ day: CivilDate?, _ format: any EpochFormat, _ output: ByteOutput, count: Int?,
    attitudes: AttitudeRecords? = nil
  ) {
    decoder = RecordedDecoder(day, givesSentences: attitudes != nil)
    self.format = format
    self.attitudes = attitudes
    gate = RecordGate(output, count)
    output.write(format.header)
  }

  var isEnough: Bool { gate.isShut }

  func take(_ item: RecordedLog.Item) {
    decoder.take(item) { output, _ in write(output) }
  }

  func finish() {
    decoder.finish { output, _ in write(output) }
    if let rest = attitudes?.finish() { gate.write(rest) }
  }

  private func write(_ output: DecodedOutput) {
    switch output {
    case .fix(let fix):
      gate.write(format.lines(for: output))
      if let line = attitudes?.endEpoch(fix) { gate.write(line) }
    case .sky: gate.write(format.lines(for: output))
    case .sentence(let bytes): if let line = attitudes?.take(bytes) { gate.write(line) }
    }
  }

  var stats: WatchStats { decoder.stats }
  var problems: RecordingProblems { decoder.problems }
}

/// Bytes to sentences, and those as they were sent.
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

  func finish() { splitter.finish(into: &echo) }

  var stats: WatchStats { WatchStats(stream: splitter.counts) }
}

/// Writes each sentence that could be read, with the line end that belongs behind it.
private struct SentenceEcho: StreamSink {
  var gate: RecordGate

  mutating func receive(sentence bytes: Span<UInt8>) { gate.write(sentence: bytes) }
}
