internal import GNSS
internal import NMEA

/// Takes a receiver's bytes and writes them in another form.
protocol Translation: AnyObject {
  func take(_ bytes: Span<UInt8>)
  /// No more will come.
  func finish()
  var stats: WatchStats { get }
}

/// Bytes to epochs, and epochs to lines.
final class EpochTranslation: Translation {
  private var decoder: FixDecoder
  private let format: any EpochFormat
  private let output: ByteOutput

  init(_ reference: DateReference, _ format: any EpochFormat, _ output: ByteOutput) {
    decoder = FixDecoder(reference)
    self.format = format
    self.output = output
    output.write(format.header)
  }

  func take(_ bytes: Span<UInt8>) {
    decoder.decode(bytes) { output.write(format.lines(for: $0)) }
  }

  func finish() {
    decoder.finish { output.write(format.lines(for: $0)) }
  }

  var stats: WatchStats { WatchStats(stream: decoder.streamCounts, epochs: decoder.epochCounts) }
}

/// Bytes to sentences, and those as they were sent.
final class SentenceTranslation: Translation {
  private var splitter = StreamSplitter()
  private var echo: SentenceEcho

  init(_ output: ByteOutput) { echo = SentenceEcho(output: output) }

  func take(_ bytes: Span<UInt8>) { splitter.split(bytes, into: &echo) }

  func finish() { splitter.finish(into: &echo) }

  var stats: WatchStats { WatchStats(stream: splitter.counts) }
}

/// Writes each sentence that could be read, with the line end that belongs behind it.
private struct SentenceEcho: StreamSink {
  let output: ByteOutput

  mutating func receive(sentence bytes: Span<UInt8>) {
    output.write(bytes)
    output.write([0x0D, 0x0A])
  }
}
