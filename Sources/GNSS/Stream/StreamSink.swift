public import NMEA
public import UBX

/// Takes what a stream comes apart into: typed sentences, and all else as it was sent.
///
/// Implement what you want to hear; the rest is passed over.
public protocol StreamSink: SentenceSink {
  /// The bytes of a sentence that was read, from `$` to the last digit; it came typed right before.
  mutating func receive(sentence bytes: Span<UInt8>)
  /// A message of u-blox, from its leader to its checksum.
  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>)
  /// A message of corrections (RTCM 3).
  mutating func receive(correction bytes: Span<UInt8>)
  /// A TAG block; it speaks of the sentence behind it.
  mutating func receive(tagBlock: TagBlock)
  /// A comment line, without its line end.
  mutating func receive(comment bytes: Span<UInt8>)
  /// Bytes that belong to nothing.
  mutating func receive(junk: Junk)
}

extension StreamSink {
  /// Passes over it.
  public mutating func receive(sentence bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(correction bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(tagBlock: TagBlock) {}
  /// Passes over it.
  public mutating func receive(comment bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(junk: Junk) {}
}
