public import NMEA
internal import UBX

/// Takes a receiver's stream apart: sentences, u-blox messages, corrections, and junk.
///
/// It owns the only buffer there is, and that is of fixed size. Bytes may come in any pieces: the same stream gives
/// the same frames, however it was cut. After noise it finds the next frame; what a wrong beginning swallowed is
/// looked at again.
public struct StreamSplitter: Sendable {
  /// The rule for accepting a sentence.
  public var strictness: Strictness
  /// The counts of the stream so far.
  public var counts: StreamCounts { walker.counts }

  /// Whether all bytes are done with, so that no sentence is half there.
  var isAtEnd: Bool { filled == Self.margin }

  private var walker = StreamWalker()
  private var sevenBits = SevenBitSearch()
  /// The bytes that are not done with, between margins that let the quick framing look around.
  private var buffer: [UInt8]
  private var filled = StreamSplitter.margin

  private static let margin = SentenceWindow.lead
  /// The longest message and a chunk on top of it.
  private static let capacity = 16_384

  /// Makes a splitter with a rule for sentences.
  public init(_ strictness: Strictness = .standard) {
    self.strictness = strictness
    buffer = [UInt8](repeating: 0, count: Self.margin + Self.capacity + SentenceWindow.reach)
  }

  /// Takes the next bytes, and hands on all that is complete.
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

  /// The stream has ended, or was interrupted: what was waiting for more is looked at again without hope.
  public mutating func finish(into sink: inout some StreamSink) {
    // A line end makes every question about a last sentence decidable. It is no part of the stream.
    buffer[filled] = 0x0A
    walk(into: &sink, isFinal: true)
    walker.flush(into: &sink)
  }

  private mutating func walk(into sink: inout some StreamSink, isFinal: Bool) {
    // Taken out of `self` while it is looked at, so that the walker may change beside it; nothing is copied.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    let done = walker.walk(
      bytes.span, from: Self.margin, to: filled, strictness, into: &sink, isFinal: isFinal)
    swap(&bytes, &buffer)
    keep(from: done)
  }

  /// Moves what is not done with to the front.
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
        // The room was measured by the caller; a loop with checks costs a tenth of the whole way.
        _ = unsafe UnsafeMutableBufferPointer(rebasing: target[start...]).update(fromContentsOf: source)
      }
    }
    filled += bytes.count
  }
}
