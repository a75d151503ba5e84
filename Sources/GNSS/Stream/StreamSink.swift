public import CASIC
public import NMEA
public import SiRF
public import UBX

/// Takes what a stream comes apart into: typed sentences, and all else as it was sent.
///
/// Implement what you want to hear; the rest is passed over.
public protocol StreamSink: SentenceSink {
  /// The bytes of a sentence that was read, from `$` to the last digit; it came typed right before.
  mutating func receive(sentence bytes: Span<UInt8>)
  /// A message of u-blox, from its leader to its checksum.
  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>)
  /// A message of SiRF, from its leader to its trailer.
  mutating func receive(sirf frame: SiRFFrame, _ bytes: Span<UInt8>)
  /// A message of CASIC, from its leader to its sum.
  mutating func receive(casic frame: CASICFrame, _ bytes: Span<UInt8>)
  /// A message of a language that is recognized and not read.
  mutating func receive(stranger language: BinaryProtocol, _ bytes: Span<UInt8>)
  /// A message of corrections (RTCM 3).
  mutating func receive(correction bytes: Span<UInt8>)
  /// A TAG block; it speaks of the sentence behind it.
  mutating func receive(tagBlock: TagBlock)
  /// A comment line, without its line end.
  mutating func receive(comment bytes: Span<UInt8>)
  /// Bytes that belong to nothing.
  mutating func receive(junk: Junk)
  /// Whether it needs the counts as they are after the frame that was handed on last.
  var needsCounts: Bool { get }
  /// The counts, where it needs them.
  mutating func receive(counts: StreamCounts)
}

extension StreamSink {
  /// Needs none.
  public var needsCounts: Bool { false }
  /// Passes over them.
  public mutating func receive(counts: StreamCounts) {}
  /// Passes over it.
  public mutating func receive(sentence bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(sirf frame: SiRFFrame, _ bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(casic frame: CASICFrame, _ bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(stranger language: BinaryProtocol, _ bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(correction bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(tagBlock: TagBlock) {}
  /// Passes over it.
  public mutating func receive(comment bytes: Span<UInt8>) {}
  /// Passes over it.
  public mutating func receive(junk: Junk) {}
}

/// Bytes of a stream that belong to nothing.
public struct Junk: Sendable, Hashable {
  /// Why they do not.
  public enum Reason: Sendable, Hashable {
    /// They began like a sentence.
    case sentence(SentenceError)
    /// They began like a message of u-blox.
    case message(MessageError)
    /// They began like a message of SiRF or CASIC, and its checksum is wrong.
    case foreign(BinaryProtocol)
    /// They began like a message of corrections, and its checksum is wrong.
    case correction
    /// They began like a TAG block.
    case tagBlock(SentenceError)
    /// They begin like nothing that is known.
    case unknown
  }

  /// The place of the first of them in the stream, from 0.
  public var offset: Int
  /// How many.
  public var length: Int
  /// The reason for the choice.
  public var reason: Reason

  /// Describes junk.
  public init(offset: Int, length: Int, reason: Reason) {
    self.offset = offset
    self.length = length
    self.reason = reason
  }
}
