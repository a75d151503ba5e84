public import NMEA
public import UBX

/// Bytes of a stream that belong to nothing.
public struct Junk: Sendable, Hashable {
  /// Why they do not.
  public enum Reason: Sendable, Hashable {
    /// They began like a sentence.
    case sentence(SentenceError)
    /// They began like a message of u-blox.
    case message(MessageError)
    /// They began like a message of corrections, and its checksum is wrong.
    case correction
    /// They began like a TAG block.
    case tagBlock(SentenceError)
    /// They begin like nothing that is known.
    case unknown
  }

  /// Where in the stream the first of them stood, from 0.
  public var offset: Int
  /// How many.
  public var length: Int
  /// Why.
  public var reason: Reason

  /// Describes junk.
  public init(offset: Int, length: Int, reason: Reason) {
    self.offset = offset
    self.length = length
    self.reason = reason
  }
}
