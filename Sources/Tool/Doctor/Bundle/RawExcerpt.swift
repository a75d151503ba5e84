internal import GNSS
internal import GPSBridge
internal import Texts

/// What a receiver said, as a recording in the form of `gpsbridge record`: with its position byte by byte, and without it
/// sentence by sentence, as far as they tell nothing.
struct RawExcerpt {
  /// The text of the recording.
  private(set) var text: [UInt8] = []

  init(_ chunks: [HeardChunk], begun: UTC, version: String, isWithPosition: Bool) {
    var writer = RecordedLog.Writer()
    let fields = [RecordedLog.Header.Field("program", "gpsbridge \(version)")]
    text = writer.header(RecordedLog.Header(started: begun, fields: fields))
    guard !isWithPosition else {
      for chunk in chunks { writer.append(chunk.bytes.span, at: chunk.after, to: &text) }
      return
    }
    var splitter = StreamSplitter()
    var sentences = SentenceSink()
    var kept = 0
    for chunk in chunks {
      splitter.split(chunk.bytes.span, into: &sentences)
      for sentence in sentences.take() {
        // With its line end.
        kept += sentence.count + 2
        let line = Array(SentenceRedaction.redacted(sentence).utf8) + [0x0D, 0x0A]
        writer.append(line.span, at: chunk.after, to: &text)
      }
    }
    // A binary message may hold a position as well, and so may half a sentence.
    let rest = max(0, chunks.reduce(0) { $0 + $1.bytes.count } - kept)
    if rest > 0 {
      text += Array(
        "# left out: \(Plural.of(rest, "byte")) that \(rest == 1 ? "is" : "are") no sentence\n".utf8)
    }
  }
}

/// Keeps the sentences of a stream.
private struct SentenceSink: StreamSink {
  private var sentences: [[UInt8]] = []

  mutating func receive(sentence bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    for index in bytes.indices { copy.append(bytes[index]) }
    sentences.append(copy)
  }

  mutating func take() -> [[UInt8]] {
    defer { sentences = [] }
    return sentences
  }
}
