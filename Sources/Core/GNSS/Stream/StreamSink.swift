public import NMEA
public import UBX

/// Receives the parts of a stream: typed sentences, and everything else as raw bytes.
///
/// Implement only the methods that you need; the others have default implementations.
public protocol StreamSink: SentenceSink {
  /// Receives the bytes of a valid sentence, from `$` to the last digit, right after its typed form.
  mutating func receive(sentence bytes: Span<UInt8>)
  /// Receives a UBX message, from its preamble to its checksum.
  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>)
  /// Receives a frame of any other protocol, decoded or only recognized, from its first byte to its last.
  mutating func receive(binary language: BinaryProtocol, _ bytes: Span<UInt8>)
  /// Receives an RTCM 3 message.
  mutating func receive(correction bytes: Span<UInt8>)
  /// Receives a TAG block, which belongs to the next sentence.
  mutating func receive(tagBlock: TagBlock)
  /// Receives a comment line, without its line end.
  mutating func receive(comment bytes: Span<UInt8>)
  /// Receives bytes outside of any frame.
  mutating func receive(junk: Junk)
  /// Whether the sink needs the counts after each frame.
  var needsCounts: Bool { get }
  /// Receives the counts after a frame, if the sink needs them.
  mutating func receive(counts: StreamCounts)
}

extension StreamSink {
  /// False: the counts are not needed.
  public var needsCounts: Bool { false }
  /// Ignores the counts.
  public mutating func receive(counts: StreamCounts) {}
  /// Ignores the sentence.
  public mutating func receive(sentence bytes: Span<UInt8>) {}
  /// Ignores the message.
  public mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {}
  /// Ignores the frame.
  public mutating func receive(binary language: BinaryProtocol, _ bytes: Span<UInt8>) {}
  /// Ignores the message.
  public mutating func receive(correction bytes: Span<UInt8>) {}
  /// Ignores the TAG block.
  public mutating func receive(tagBlock: TagBlock) {}
  /// Ignores the comment.
  public mutating func receive(comment bytes: Span<UInt8>) {}
  /// Ignores the bytes.
  public mutating func receive(junk: Junk) {}
}

/// Bytes of a stream outside of any frame.
public struct Junk: Sendable, Hashable {
  /// Why the bytes are not a frame.
  public enum Reason: Sendable, Hashable {
    /// The bytes begin like a sentence.
    case sentence(SentenceError)
    /// The bytes begin like a UBX message.
    case message(MessageError)
    /// The bytes begin like a SiRF or CASIC message with a wrong checksum.
    case foreign(BinaryProtocol)
    /// The bytes begin like an RTCM 3 message with a wrong checksum.
    case correction
    /// The bytes begin like a TAG block.
    case tagBlock(SentenceError)
    /// The bytes begin like nothing known.
    case unknown
  }

  /// The stream offset of the first byte, from 0.
  public var offset: Int
  /// The number of bytes.
  public var length: Int
  /// Why the bytes are not a frame.
  public var reason: Reason

  /// Creates a description of junk.
  public init(offset: Int, length: Int, reason: Reason) {
    (self.offset, self.length, self.reason) = (offset, length, reason)
  }
}
