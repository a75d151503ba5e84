/// A talk in which a receiver tells who it is, and which of its ports the line hangs on.
///
/// ```
///  MON-VER ──▶ the port: CFG-PRT up to u-blox 9, MON-COMMS since then ──▶ SEC-UNIQID since u-blox 8 ──▶ done
/// ```
///
/// Only the first answer is needed. What the others do not tell stays unknown, or is what it usually is.
/// Nothing is asked of a generation that it does not know: a u-blox 10 never hears of CFG-PRT.
public struct IdentityTalk: Sendable, Hashable {
  /// What it has told so far.
  public private(set) var identity: ReceiverIdentity?
  private var asked: MessageKind?
  private var isRepeated = false
  private var isStranger = false

  /// A talk that begins with the versions, or with those that are known already.
  public init(_ versions: ReceiverVersions? = nil) { identity = versions.flatMap { ReceiverIdentity($0) } }

  /// The question for the versions, which all generations know.
  public static var question: [UInt8] { MessageFrame.wrap(.monVER, []) }

  /// Begins.
  public mutating func begin() -> TalkTurn { identity == nil ? ask(.monVER) : askPort() }

  /// A message came.
  public mutating func hear(_ message: Message) -> TalkTurn {
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
    case .cfgPRT(let answer): take(answer.port)
    case .monCOMMS(let answer):
      if let port = Self.port(answer) { take(port) }
    case .secUNIQID(let answer): identity?.number = answer
    default: break
    }
    return next(after: asked)
  }

  /// Nothing was heard for as long as an answer may take; each question is asked twice.
  public mutating func silence() -> TalkTurn {
    guard let asked else { return .wait }
    guard isRepeated else { return ask(asked, again: true) }
    return next(after: asked)
  }

  /// The port that it says it answers by, else the one that has heard most.
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
    // A u-blox 9 may have its old settings switched off.
    case .cfgPRT where identity?.generation == .ublox9 && identity?.isPortTold == false: return ask(.monCOMMS)
    case .cfgPRT, .monCOMMS: return askNumber()
    default: return end()
    }
  }

  private mutating func askPort() -> TalkTurn {
    guard let identity else { return end() }
    if identity.generation.takesOldSettings { return ask(.cfgPRT) }
    // A u-blox 10 has one port that a line can hang on.
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
