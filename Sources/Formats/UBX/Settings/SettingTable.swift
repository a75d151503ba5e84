/// The messages by which a generation is asked for its settings, and told.
///
/// Every wish goes the same way: questions, their answers, and from both the commands that are missing. Whatever is as
/// wished needs no command; so asking again after the commands proves them.
///
/// ```swift
/// let table = SettingTable(.ublox8, on: .usb)
/// let questions = try table.questions(.interval)            // CFG-RATE, empty
/// try table.commands(.interval(200), answers)               // CFG-RATE, 200 ms
/// ```
public struct SettingTable: Sendable, Hashable {
  /// The generation that is spoken to.
  public let generation: ReceiverGeneration
  /// The port of the receiver that the line hangs on.
  public let port: PortNumber
  /// The memories that commands write to; the older ones always write to the running receiver alone.
  public var layers: ConfigurationLayers = [.ram]

  /// Makes the table of a generation, for a line on such a port.
  public init(_ generation: ReceiverGeneration, on port: PortNumber) {
    self.generation = generation
    self.port = port
  }

  /// Why a wish can't be fulfilled; nothing was sent for it.
  public enum Refusal: Error, Sendable, Hashable {
    /// This generation has no such setting.
    case unknownSetting
    /// The port in use has no speed.
    case portWithoutSpeed
    /// The receiver has no such system.
    case unknownSystem(SatelliteSystem)
    /// The receiver has no switch for this message.
    case unknownMessage(MessageKind)
    /// Neither of the settings that could do it is known to the receiver.
    case nothingAnswered
    /// The message sets nothing, or nothing that could be asked for again.
    case noSetting
    /// The values do not fit into one message.
    case tooMany
  }

  /// The messages that ask for what is set now, in their order.
  ///
  /// The answer to each stands at the same place in what ``commands(_:_:)`` and ``value(_:_:)`` take; nil there means
  /// that it was refused.
  public func questions(_ subject: ReceiverWish.Subject) throws(Refusal) -> [Message] {
    if case .message(let message) = subject { return [try Self.question(for: message)] }
    return generation.takesValues ? try valueQuestions(subject) : try messageQuestions(subject)
  }

  /// The commands that are missing until it is as wished; none if it is so already.
  public func commands(_ wish: ReceiverWish, _ answers: [Message?]) throws(Refusal) -> [Message] {
    if case .message(let message) = wish { return Self.differs(message, from: answers) ? [message] : [] }
    return generation.takesValues ? try valueCommands(wish, answers) : try messageCommands(wish, answers)
  }

  /// What the answers say is set now; nil where they do not say it.
  public func value(_ subject: ReceiverWish.Subject, _ answers: [Message?]) -> ReceiverWish? {
    if case .message(let message) = subject {
      return Self.differs(message, from: answers) ? nil : .message(message)
    }
    return generation.takesValues ? settled(subject, answers) : told(subject, answers)
  }

  /// Whether a question may be refused without harm.
  ///
  /// Two settings may do the same, of which a receiver has one; and no firmware has all messages of its generation.
  public func isOptional(_ subject: ReceiverWish.Subject) -> Bool {
    switch subject {
    case .watchesInterference: generation.takesValues
    case .outputs(let kinds): !Self.areSentences(kinds)
    default: false
    }
  }

  /// Whether these are sentences, which every firmware has.
  static func areSentences(_ kinds: [MessageKind]) -> Bool { kinds.allSatisfy { $0.messageClass == 0xF0 } }

  /// The command that brings back what an answer said.
  ///
  /// An answer of values becomes a message that sets them; an older one is its own command, and its masks say that all
  /// of it counts.
  public static func undo(_ answer: Message) -> Message? {
    switch answer {
    case .cfgVALGET(let answer):
      return answer.values.isEmpty ? nil : .cfgVALSET(CfgVALSET { $0.values = answer.values })
    case .cfgNAV5(var message):
      message.mask = .everything
      return .cfgNAV5(message)
    case .cfgNAVX5(var message):
      message.mask = CfgNAVX5.minimumSignalBit
      return .cfgNAVX5(message)
    case .cfgANT, .cfgGNSS, .cfgITFM, .cfgMSG, .cfgNMEA, .cfgPRT, .cfgRATE, .cfgRXM, .cfgSBAS, .cfgTMODE2,
      .cfgTMODE3,
      .cfgTP5:
      return answer
    default: return nil
    }
  }
}

// MARK: - Messages that set something, whatever it is

extension SettingTable {
  /// The question whose answer tells what a message would set.
  private static func question(for message: Message) throws(Refusal) -> Message {
    switch message {
    case .cfgVALSET(let message):
      guard !message.values.isEmpty else { throw .noSetting }
      guard message.values.count <= CfgVALSET.mostValues else { throw .tooMany }
      return .cfgVALGET(CfgVALGET { $0.keys = message.values.map { $0.key } })
    case .cfgMSG(let message):
      return poll(.cfgMSG, [message.message.messageClass, message.message.identifier])
    case .cfgPRT(let message): return poll(.cfgPRT, [message.port.rawValue])
    case .cfgTP5(let message): return poll(.cfgTP5, [message.pulse])
    default:
      guard undo(message) != nil else { throw .noSetting }
      return poll(message.kind)
    }
  }

  private static func differs(_ message: Message, from answers: [Message?]) -> Bool {
    guard let answer = answers.first ?? nil else { return true }
    guard case .cfgVALSET(let wished) = message else { return undo(answer) != undo(message) }
    let values = settings(answers)
    return wished.values.contains { values[$0.key] != $0.bits }
  }

  /// The wishes that a message stands for: it as a whole, but for the speed of the port in use.
  ///
  /// The line has to follow a change of that speed, which is a wish of its own, and the last one.
  public func wishes(of message: Message) -> [ReceiverWish] {
    switch message {
    case .cfgPRT(let message) where message.port == port:
      let languages = ReceiverWish.languages(message.output)
      return hasSpeed ? [languages, .lineSpeed(message.baudRate)] : [languages]
    case .cfgVALSET(let message):
      guard let key = speedKey, let speed = message.values.first(where: { $0.key == key }) else { break }
      let rest = message.values.filter { $0.key != key }
      let wishes: [ReceiverWish] = rest.isEmpty ? [] : [.message(.cfgVALSET(CfgVALSET { $0.values = rest }))]
      return wishes + [.lineSpeed(UInt32(truncatingIfNeeded: speed.bits))]
    default: break
    }
    return [.message(message)]
  }

  /// Whether the port in use has a speed.
  public var hasSpeed: Bool { port == .uart1 || port == .uart2 }

  /// An empty message, or one with so much as is needed to ask.
  static func poll(_ kind: MessageKind, _ payload: [UInt8] = []) -> Message {
    .unknown(kind, payload: payload)
  }
}

extension CfgNAV5.Mask {
  /// All that the message has.
  static let everything = CfgNAV5.Mask(rawValue: 0x05FF)
}

extension CfgNAVX5 {
  /// The bit of the mask by which the strength counts that a satellite needs.
  static let minimumSignalBit: UInt16 = 0x0008
  /// The bit by which it counts whether assistance is acknowledged.
  static let acknowledgingBit: UInt16 = 0x0400
}
