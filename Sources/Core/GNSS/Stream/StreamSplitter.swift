public import NMEA
internal import UBX

/// Splits a receiver's stream into sentences, binary messages, corrections and junk.
///
/// It owns the only buffer, which has a fixed size. Bytes may arrive in any chunks: the same stream always
/// gives the same frames. After noise it finds the next frame, and it rescans the bytes of a false start.
public struct StreamSplitter: Sendable {
  /// The rule for accepting a sentence.
  public var strictness: Strictness
  /// The counts of the stream.
  public var counts: StreamCounts { walker.counts }

  /// Whether all bytes were processed, so that no sentence is incomplete.
  var isAtEnd: Bool { filled == Self.margin }

  private(set) var walker = StreamWalker()
  private var sevenBits = SevenBitSearch()
  /// The bytes that are not processed yet, between margins that the quick framing may read.
  private var buffer: [UInt8]
  private var filled = StreamSplitter.margin

  private static let margin = SentenceWindow.lead
  /// Room for the longest message and one chunk.
  private static let capacity = 16_384

  /// Creates a splitter with a rule for accepting sentences.
  public init(_ strictness: Strictness = .standard) {
    self.strictness = strictness
    buffer = [UInt8](repeating: 0, count: Self.margin + Self.capacity + SentenceWindow.reach)
  }

  /// Processes the next bytes, and sends every complete frame to the sink.
  public mutating func split(_ bytes: Span<UInt8>, into sink: inout some StreamSink) {
    if walker.counts.sentences == 0 {
      sevenBits.take(bytes)
      walker.counts.sevenBitSentences = sevenBits.found
    }
    var taken = 0
    while taken < bytes.count {
      let count = min(Self.margin + Self.capacity - filled, bytes.count - taken)
      append(bytes.extracting(taken..<(taken + count)))
      taken += count
      walk(into: &sink, isFinal: false)
    }
  }

  /// Processes the remaining bytes as final, after the stream has ended or was interrupted.
  public mutating func finish(into sink: inout some StreamSink) {
    // A line end allows a decision about the last sentence. It is not part of the stream.
    buffer[filled] = 0x0A
    walk(into: &sink, isFinal: true)
    walker.flush(into: &sink)
  }

  private mutating func walk(into sink: inout some StreamSink, isFinal: Bool) {
    // Moved out of `self` while it is read, so that the walker can be mutated without a copy.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    let done = walker.walk(
      bytes.span, from: Self.margin, to: filled, strictness, into: &sink, isFinal: isFinal)
    swap(&bytes, &buffer)
    // The bits are right: what looked like parity was noise.
    if walker.counts.sentences > 0 { walker.counts.sevenBitSentences = 0 }
    keep(from: done)
  }

  /// Moves the unprocessed bytes to the front.
  private mutating func keep(from place: Int) {
    let rest = filled - place
    if place > Self.margin, rest > 0 {
      for index in 0..<rest { buffer[Self.margin + index] = buffer[place + index] }
    }
    filled = Self.margin + rest
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    let start = filled
    unsafe buffer.withUnsafeMutableBufferPointer { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        // The caller checked the capacity; a loop with bounds checks costs a tenth of the total time.
        _ = unsafe UnsafeMutableBufferPointer(rebasing: target[start...]).update(fromContentsOf: source)
      }
    }
    filled += bytes.count
  }
}
