import GNSS
import SimulatedGPS
import TestSupport
import UBX

/// All whole messages in a stream, in their order.
func messages(_ bytes: [UInt8]) -> [Message] { Message.all(in: bytes).messages }

extension Dialect {
  /// Those of u-blox.
  static let ofUBlox: [Dialect] = [.ublox6, .ublox7, .ublox8, .ublox9, .ublox10]
}

/// A receiver that is told something, mostly a u-blox in UBX, and what it does then.
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

  /// Lets some seconds pass, and answers the lines that came.
  mutating func lines(in seconds: Int) -> [String] { SimulatedGPSTests.lines(listen(.seconds(seconds))) }

  /// Says a sentence, and does not wait.
  mutating func say(_ body: String) {
    let bytes = wire(body)
    engine.receive(bytes.span)
  }

  /// Says bytes, and answers the messages that come soon: on a line, behind what is being sent.
  mutating func ask(_ bytes: [UInt8]) -> [Message] {
    engine.receive(bytes.span)
    // Sensors let a solution wait, and an answer waits behind it.
    let isSlow = engine.scenario.dialect == .ublox8Sensors
    return messages(listen(engine.speed != nil ? .seconds(2) : .milliseconds(isSlow ? 300 : 100)))
  }

  /// Asks for a message by its empty form.
  mutating func poll(_ kind: MessageKind, _ payload: [UInt8] = []) -> [Message] {
    ask((try? Message.unknown(kind, payload: payload).encoded()) ?? [])
  }

  /// Tells a setting; true for yes, false for no, nil for silence.
  mutating func tell(_ message: some PayloadMessage) -> Bool? {
    ask(message.encoded()).isAccepted(message.kind)
  }

  /// The same for a setting that has no type of its own.
  mutating func accepts(_ kind: MessageKind, _ payload: [UInt8]) -> Bool? {
    poll(kind, payload).isAccepted(kind)
  }
}

extension [Message] {
  /// Whether they answer a message with yes; nil if none answers it.
  func isAccepted(_ kind: MessageKind) -> Bool? {
    for case .acknowledgement(let answer) in self where answer.message == kind { return answer.isAccepted }
    return nil
  }
}
