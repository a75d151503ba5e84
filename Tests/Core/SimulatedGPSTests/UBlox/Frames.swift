import GNSS
import SimulatedGPS
import UBX

/// All whole messages in a stream, in their order.
func messages(_ bytes: [UInt8]) -> [Message] {
  var messages: [Message] = []
  var place = 0
  while place < bytes.count {
    let rest = bytes.span.extracting(place..<bytes.count)
    guard case .message(let frame) = MessageFrame.recognize(rest) else {
      place += 1
      continue
    }
    messages.append(Message(frame, rest))
    place += frame.length
  }
  return messages
}

extension Dialect {
  /// Those of u-blox.
  static let ofUBlox: [Dialect] = [.ublox6, .ublox7, .ublox8, .ublox9, .ublox10]
}

/// A u-blox that is told something, and what it does then.
struct UBloxTalk {
  var engine: SimulatedReceiverMachine
  /// Time stands between two bursts.
  private var time = Duration.milliseconds(5900)

  init(_ dialect: Dialect, _ change: (inout Scenario) -> Void = { _ in }) {
    engine = SimulatedReceiverMachine(
      Scenario.staticDesk.with {
        $0.dialect = dialect
        change(&$0)
      })
    _ = engine.advance(to: time)
  }

  /// Lets some time pass, and answers the bytes that came.
  mutating func listen(_ duration: Duration) -> [UInt8] {
    time += duration
    return engine.advance(to: time).bytes
  }

  /// Says bytes, and answers the messages that come soon: on a line, behind what is being sent.
  mutating func ask(_ bytes: [UInt8]) -> [Message] {
    engine.receive(bytes.span)
    // Sensors let a solution wait, and an answer waits behind it.
    let isSlow = engine.scenario.dialect == .ublox8Sensors
    return messages(
      listen(engine.speed != nil ? .seconds(2) : .milliseconds(isSlow ? 300 : 100)))
  }

  /// Asks for a message by its empty form.
  mutating func poll(_ kind: MessageKind, _ payload: [UInt8] = []) -> [Message] {
    ask((try? Message.unknown(kind, payload: payload).encoded()) ?? [])
  }

  /// Tells a setting; true for yes, false for no, nil for silence.
  mutating func tell(_ message: some PayloadMessage) -> Bool? {
    for case .acknowledgement(let answer) in ask(message.encoded()) where answer.message == message.kind {
      return answer.isAccepted
    }
    return nil
  }
}

/// A message of another kind came, or none.
struct Unexpected: Error {}
