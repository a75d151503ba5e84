public import NMEA
public import UBX

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

/// A message of u-blox's binary protocol as a receiver sent it, and when it arrived.
///
/// ```swift
/// import UBX
///
/// receiver.onReport(including: .messages) { report in
///   if case .message(let received) = report, case .navPVT(let solution)? = received.message { show(solution) }
/// }
/// ```
public struct ReceivedMessage: Sendable, Hashable {
  /// The bytes from the leader to the checksum, which is right.
  public let bytes: [UInt8]
  /// The arrival of the last of them, by the receiver's monotonic clock.
  public let received: ContinuousClock.Instant

  /// Notes a message.
  public init(_ bytes: [UInt8], received: ContinuousClock.Instant) {
    self.bytes = bytes
    self.received = received
  }

  /// The content of the message; nil for bytes that are no whole message, which no receiver is reported to send.
  public var message: Message? {
    guard case .message(let frame) = MessageFrame.recognize(bytes.span) else { return nil }
    return Message(frame, bytes.span)
  }
}
