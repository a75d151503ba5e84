/// The next action for the caller that drives an exchange with a receiver.
///
/// An exchange is a value without a clock. The caller writes its bytes, passes it each received message, and
/// reports when the response timeout has passed.
package enum TalkTurn: Sendable, Hashable {
  case wait
  /// Wait, and restart the timeout: part of the answer has arrived.
  case waitAgain
  /// Write these bytes and wait for an answer.
  case say([UInt8])
  /// Write these bytes, change the speed of the line, then call `speedChanged`.
  case changeSpeed([UInt8], to: UInt32)
  case done
  case failed(TalkFailure)
}

/// The reason why an exchange failed.
package enum TalkFailure: Error, Sendable, Hashable {
  /// The receiver did not answer a question or a command.
  case silent(MessageKind)
  /// The receiver does not support a question.
  case unknown(MessageKind)
  case refused(MessageKind)
  /// The receiver acknowledged a command but reports a different value in these answers.
  case notKept([Message?])
  /// The setting can't be applied to this receiver.
  case impossible(SettingTable.Refusal)
  /// The hardware is unknown: not a u-blox receiver, or a newer one.
  case stranger
}

/// An exchange that sends each message twice if it is not answered.
protocol RepeatingTalk {
  /// Whether the last message was sent a second time.
  var isRepeated: Bool { get set }
}

extension RepeatingTalk {
  mutating func say(_ message: Message, again: Bool = false) -> TalkTurn {
    isRepeated = again
    return .say(MessageFrame.bytes(of: message))
  }
}

extension MessageFrame {
  /// The frame of a message; all messages of these exchanges are short.
  static func bytes(of message: Message) -> [UInt8] { wrap(message.kind, message.payload) }
}

extension Message {
  /// Makes a message from a frame; nil if the bytes are not exactly one valid frame.
  public init?(frame bytes: [UInt8]) {
    guard case .message(let frame) = MessageFrame.recognize(bytes.span), frame.length == bytes.count else {
      return nil
    }
    self.init(frame, bytes.span)
  }

  /// The messages in a file, and the number of bytes that belong to none of them.
  public static func all(in bytes: [UInt8]) -> (messages: [Message], strayBytes: Int) {
    var messages: [Message] = []
    var strayBytes = 0
    var place = 0
    while place < bytes.count {
      let rest = bytes.span.extracting(place..<bytes.count)
      if case .message(let frame) = MessageFrame.recognize(rest) {
        messages.append(Message(frame, rest.extracting(0..<frame.length)))
        place += frame.length
      } else {
        strayBytes += 1
        place += 1
      }
    }
    return (messages, strayBytes)
  }
}
