import GNSS
import NMEA

/// What is measured.
enum Mode: String, CaseIterable {
  /// Sentences out of text in memory, each with its own type, to a sink.
  case parse
  /// The same out of pieces of 4 KiB, with whatever else stands between them.
  case stream
  /// The whole way: bytes to one fix for each epoch.
  case decode

  /// Goes the way once, and answers the sentences and messages that were read and a sum of what they said.
  func run(_ bytes: Span<UInt8>) -> (sentences: Int, sum: Double) {
    switch self {
    case .parse:
      var sink = SumSink()
      var parser = SentenceParser()
      parser.parse(bytes, into: &sink)
      return (parser.sentences, sink.sum)
    case .stream:
      var sink = SumSink()
      var splitter = StreamSplitter()
      pieces(bytes) { splitter.split($0, into: &sink) }
      splitter.finish(into: &sink)
      return (splitter.counts.sentences, sink.sum)
    case .decode:
      var sum = 0.0
      var decoder = FixDecoder(.recording())
      let take: (DecodedOutput) -> Void = { output in
        if case .fix(let fix) = output { sum += fix.coordinate?.latitude ?? 0 }
      }
      pieces(bytes) { decoder.decode($0, take) }
      decoder.finish(take)
      return (decoder.streamCounts.sentences + decoder.streamCounts.messages, sum)
    }
  }

  private func pieces(_ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var place = 0
    while place < bytes.count {
      let next = min(place + 4096, bytes.count)
      body(bytes.extracting(place..<next))
      place = next
    }
  }
}
