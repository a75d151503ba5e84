/// What whoever leads a talk with a receiver has to do next.
///
/// A talk is a value, and knows no clock. Its leader writes what it says, tells it each message that is heard, and
/// tells it when nothing was heard for as long as an answer may take.
public enum TalkTurn: Sendable, Hashable {
  /// Nothing: an answer is still to come.
  case wait
  /// Nothing: a part of the answer has come, and the rest may take as long again.
  case waitAgain
  /// Write these bytes, and wait for an answer.
  case say([UInt8])
  /// Write these bytes, change the speed of the line, and say so to the talk.
  case changeSpeed([UInt8], to: UInt32)
  /// All is said; the talk has its result.
  case done
  /// It can't go on.
  case failed(TalkFailure)
}

/// Why a talk ends early.
public enum TalkFailure: Error, Sendable, Hashable {
  /// It has no answer to a question or a command.
  case silent(MessageKind)
  /// It does not know what it was asked for.
  case unknown(MessageKind)
  /// It refused a command.
  case refused(MessageKind)
  /// It acknowledged a command, and reads back otherwise: as this, if that can be told.
  case notKept(ReceiverWish?)
  /// There is no way to fulfil the wish.
  case impossible(SettingTable.Refusal)
  /// Its hardware is in no table: it is not a receiver of u-blox, or a newer one.
  case stranger
}

extension MessageFrame {
  /// A message of a talk as it goes over the wire; all of them are short.
  static func bytes(of message: Message) -> [UInt8] { wrap(message.kind, message.payload) }
}

extension Message {
  /// The message that these bytes are, from leader to checksum; nil if they are not one whole message.
  public init?(frame bytes: [UInt8]) {
    guard case .message(let frame) = MessageFrame.recognize(bytes.span), frame.length == bytes.count else {
      return nil
    }
    self.init(frame, bytes.span)
  }

  /// The messages in a file, one behind the other, and how many bytes belong to none of them.
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
