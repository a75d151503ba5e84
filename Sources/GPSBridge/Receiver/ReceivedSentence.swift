public import NMEA

/// A sentence as a receiver sent it, and when it arrived.
public struct ReceivedSentence: Sendable, Hashable {
  /// The bytes from `$` to the checksum, which is right.
  public let bytes: [UInt8]
  /// When the last of them arrived, by the receiver's monotonic clock.
  public let received: ContinuousClock.Instant

  /// Notes a sentence.
  public init(_ bytes: [UInt8], received: ContinuousClock.Instant) {
    self.bytes = bytes
    self.received = received
  }

  /// The sentence as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What the sentence says; throws where a field is not what its type allows.
  public func sentence() throws(SentenceError) -> Sentence { try Sentence(bytes) }
}
