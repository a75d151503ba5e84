internal import GNSS
internal import NMEA

/// Takes a receiver's bytes and writes them in another form.
protocol Translation: AnyObject {
  func take(_ bytes: Span<UInt8>)
  /// No more will come.
  func finish()
  var stats: WatchStats { get }
  /// Whether as many records were written as were wanted.
  var isEnough: Bool { get }
}

/// Bytes to epochs, and epochs to lines.
final class EpochTranslation: Translation {
  private var decoder: FixDecoder
  private let format: any EpochFormat
  private var gate: RecordGate

  init(_ reference: DateReference, _ format: any EpochFormat, _ output: ByteOutput, count: Int?) {
    decoder = FixDecoder(reference)
    self.format = format
    gate = RecordGate(output, count)
    output.write(format.header)
  }

  var isEnough: Bool { gate.isShut }

  func take(_ bytes: Span<UInt8>) {
    decoder.decode(bytes) { gate.write(format.lines(for: $0)) }
  }

  func finish() {
    decoder.finish { gate.write(format.lines(for: $0)) }
  }

  var stats: WatchStats { WatchStats(stream: decoder.streamCounts, epochs: decoder.epochCounts) }
}

/// Bytes to sentences, and those as they were sent.
final class SentenceTranslation: Translation {
  private var splitter = StreamSplitter()
  private var echo: SentenceEcho

  init(_ output: ByteOutput, count: Int?) { echo = SentenceEcho(gate: RecordGate(output, count)) }

  var isEnough: Bool { echo.gate.isShut }

  func take(_ bytes: Span<UInt8>) { splitter.split(bytes, into: &echo) }

  func finish() { splitter.finish(into: &echo) }

  var stats: WatchStats { WatchStats(stream: splitter.counts) }
}

/// Writes each sentence that could be read, with the line end that belongs behind it.
private struct SentenceEcho: StreamSink {
  var gate: RecordGate

  mutating func receive(sentence bytes: Span<UInt8>) { gate.write(sentence: bytes) }
}
