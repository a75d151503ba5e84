/// An exchange that identifies a receiver and the port that this line is connected to.
///
/// ```
///  MON-VER ──▶ the port: CFG-PRT up to u-blox 9, MON-COMMS since then ──▶ SEC-UNIQID since u-blox 8 ──▶ done
/// ```
///
/// Only the first answer is required; without the others, values stay unknown or keep their defaults.
/// A receiver is sent only messages that its generation supports: a u-blox 10 never gets CFG-PRT.
package struct IdentityTalk: Sendable, Hashable {
  /// The identity as far as the receiver has reported it.
  package private(set) var identity: ReceiverIdentity?
  private var asked: MessageKind?
  private var isRepeated = false
  private var isStranger = false

  /// Makes an exchange that starts with MON-VER, or skips it if the versions are known.
  package init(_ versions: ReceiverVersions? = nil) { identity = versions.flatMap { ReceiverIdentity($0) } }

  /// The MON-VER query, which all generations support.
  package static var question: [UInt8] { MessageFrame.wrap(.monVER, []) }

  package mutating func begin() -> TalkTurn { identity == nil ? ask(.monVER) : askPort() }

  package mutating func hear(_ message: Message) -> TalkTurn {
    guard let asked else { return .wait }
    if case .acknowledgement(let word) = message {
      return word.message == asked && !word.isAccepted ? next(after: asked) : .wait
    }
    guard message.kind == asked else { return .wait }
    defer { identity?.answers.append(message) }
    switch message {
    case .monVER(let answer):
      identity = ReceiverIdentity(ReceiverVersions(answer))
      isStranger = identity == nil
      return identity == nil ? end() : askPort()
    case .monCOMMS(let answer): if let port = Self.port(answer) { take(port) }
    case .secUNIQID(let answer): identity?.number = answer
    default: if case .cfgPRT(let answer) = message.control { take(answer.port) }
    }
    return next(after: asked)
  }

  /// Reports that the response timeout has passed; each query is sent twice.
  package mutating func silence() -> TalkTurn {
    guard let asked else { return .wait }
    guard isRepeated else { return ask(asked, again: true) }
    return next(after: asked)
  }

  /// The port that MON-COMMS names as its own, else the port that has received the most bytes.
  private static func port(_ answer: MonCOMMS) -> PortNumber? {
    if answer.answeringPort > 0 { return PortNumber(rawValue: answer.answeringPort - 1) }
    let busiest = answer.ports.max { $0.bytesReceived < $1.bytesReceived }
    return busiest.flatMap { $0.bytesReceived > 0 ? $0.port : nil }
  }

  private mutating func take(_ port: PortNumber) {
    identity?.port = port
    identity?.isPortTold = true
  }

  private mutating func next(after kind: MessageKind) -> TalkTurn {
    switch kind {
    case .monVER: return identity == nil ? end() : askPort()
    // On a u-blox 9 the old configuration messages may be disabled.
    case .cfgPRT where identity?.generation == .ublox9 && identity?.isPortTold == false: return ask(.monCOMMS)
    case .cfgPRT, .monCOMMS: return askNumber()
    default: return end()
    }
  }

  private mutating func askPort() -> TalkTurn {
    guard let identity else { return end() }
    if identity.generation.takesOldSettings { return ask(.cfgPRT) }
    // A u-blox 10 has only one port that a line can be connected to.
    return identity.generation.hasSecondSerialPort ? ask(.monCOMMS) : askNumber()
  }

  private mutating func askNumber() -> TalkTurn {
    identity?.generation.hasSAT == true ? ask(.secUNIQID) : end()
  }

  private mutating func ask(_ kind: MessageKind, again: Bool = false) -> TalkTurn {
    asked = kind
    isRepeated = again
    return .say(MessageFrame.wrap(kind, []))
  }

  private mutating func end() -> TalkTurn {
    asked = nil
    guard identity == nil else { return .done }
    return .failed(isStranger ? .stranger : .silent(.monVER))
  }
}
