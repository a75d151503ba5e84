/// The messages that read and write the settings of a generation.
///
/// Every setting works the same way: send the questions, and compute the missing commands from the answers. A
/// setting that already has the requested value needs no command, so asking again verifies the commands.
///
/// ```swift
/// let table = SettingTable(.ublox8, on: .usb)
/// let questions = try table.questions(.interval)            // CFG-RATE, empty
/// try table.commands(.interval(200), answers)               // CFG-RATE, 200 ms
/// ```
public struct SettingTable: Sendable, Hashable {
  /// The generation of the receiver.
  public let generation: ReceiverGeneration
  /// The receiver's port that the line is connected to.
  public let port: PortNumber
  /// The memories that commands write to; older generations always write to RAM only.
  public var layers: ConfigurationLayers = [.ram]

  /// Makes the table of a generation, for a line on this port.
  public init(_ generation: ReceiverGeneration, on port: PortNumber) {
    self.generation = generation
    self.port = port
  }

  /// The reason why a setting can't be applied; nothing was sent for it.
  public enum Refusal: Error, Sendable, Hashable {
    /// The generation does not have this setting.
    case unknownSetting
    /// The port in use has no speed.
    case portWithoutSpeed
    /// The receiver does not support this system.
    case unknownSystem(SatelliteSystem)
    /// The receiver can't enable or disable this message.
    case unknownMessage(MessageKind)
    /// The receiver supports none of the possible settings.
    case nothingAnswered
    /// The message does not set anything, or nothing that can be read back.
    case noSetting
    /// The values do not fit into one message.
    case tooMany
  }

  /// The messages that read the current setting, in order.
  ///
  /// Pass the answers to ``commands(_:_:)`` and ``value(_:_:)`` in this order, with nil for a refused one.
  public func questions(_ subject: ReceiverWish.Subject) throws(Refusal) -> [Message] {
    if case .message(let message) = subject { return [try Self.question(for: message)] }
    return generation.takesValues ? try valueQuestions(subject) : try messageQuestions(subject)
  }

  /// The commands that are missing for the requested setting; empty if nothing needs to change.
  public func commands(_ wish: ReceiverWish, _ answers: [Message?]) throws(Refusal) -> [Message] {
    if case .message(let message) = wish { return Self.differs(message, from: answers) ? [message] : [] }
    return generation.takesValues ? try valueCommands(wish, answers) : try messageCommands(wish, answers)
  }

  /// The current setting according to the answers; nil if they do not contain it.
  public func value(_ subject: ReceiverWish.Subject, _ answers: [Message?]) -> ReceiverWish? {
    if case .message(let message) = subject {
      return Self.differs(message, from: answers) ? nil : .message(message)
    }
    return generation.takesValues ? settled(subject, answers) : told(subject, answers)
  }

  /// Whether the receiver may refuse a question about this setting.
  ///
  /// Some settings have two variants of which a receiver has one, and no firmware supports all messages of
  /// its generation.
  public func isOptional(_ subject: ReceiverWish.Subject) -> Bool {
    switch subject {
    case .watchesInterference: generation.takesValues
    case .outputs(let kinds): !Self.areSentences(kinds)
    default: false
    }
  }

  /// Whether these are all sentences, which every firmware supports.
  static func areSentences(_ kinds: [MessageKind]) -> Bool { kinds.allSatisfy { $0.messageClass == 0xF0 } }

  /// The command that restores the setting in an answer.
  ///
  /// Values become a CFG-VALSET message; an older answer is its own command, with its mask set.
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

// MARK: - Arbitrary configuration messages

extension SettingTable {
  /// The question whose answer contains what a message sets.
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

  /// The settings that a message stands for: the message itself, without the speed of the port in use.
  ///
  /// The speed becomes a separate setting, applied last, because the line has to change with it.
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

  /// A poll: an empty message, or one with a payload that selects an item.
  static func poll(_ kind: MessageKind, _ payload: [UInt8] = []) -> Message {
    .unknown(kind, payload: payload)
  }
}

extension CfgNAV5.Mask {
  /// Every field of the message.
  static let everything = CfgNAV5.Mask(rawValue: 0x05FF)
}

extension CfgNAVX5 {
  /// The mask bit that applies the minimum signal strength.
  static let minimumSignalBit: UInt16 = 0x0008
  /// The mask bit that applies whether assistance data is acknowledged.
  static let acknowledgingBit: UInt16 = 0x0400
}
