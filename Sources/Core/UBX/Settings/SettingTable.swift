/// The part of a receiver's identity that decides how its settings are read and written.
///
/// ```swift
/// let table = SettingTable(.ublox8, on: .usb)
/// let questions = try MessageSetting.interval.questions(table)            // CFG-RATE, empty
/// try MessageSetting.interval.commands(for: 200, answers, table)          // CFG-RATE, 200 ms
/// ```
package struct SettingTable: Sendable, Hashable {
  package let generation: ReceiverGeneration
  /// The receiver's port that the line is connected to.
  package let port: PortNumber
  /// The memories that commands write to; older generations always write to RAM only.
  package var layers: ConfigurationLayers = [.ram]

  /// Makes the table of a generation, for a line on this port.
  package init(_ generation: ReceiverGeneration, on port: PortNumber) {
    (self.generation, self.port) = (generation, port)
  }

  /// The reason why a setting can't be applied; nothing was sent for it.
  package enum Refusal: Error, Sendable, Hashable {
    case unknownSetting, portWithoutSpeed
    /// The receiver does not support this system.
    case unknownSystem(SatelliteSystem)
    /// The receiver can't enable or disable this message.
    case unknownMessage(MessageKind)
    /// The receiver supports none of the possible settings.
    case nothingAnswered
    /// The message sets no value that can be read back.
    case noSetting
    /// The values do not fit into one message.
    case tooMany
  }

  /// The command that restores the setting in an answer.
  ///
  /// Values become a CFG-VALSET message; an older answer is its own command, with its mask set.
  package static func undo(_ answer: Message) -> Message? {
    switch answer.control {
    case .cfgVALGET(let answer):
      return answer.values.isEmpty ? nil : .cfgVALSET(CfgVALSET { $0.values = answer.values })
    case .cfgNAV5(var message):
      message.mask = .everything
      return .cfgNAV5(message)
    case .cfgNAVX5(var message):
      message.mask = CfgNAVX5.everything
      // Up to u-blox 7 these bytes are reserved.
      message.laterMask = message.layout >= 2 ? CfgNAVX5.everythingLater : 0
      return .cfgNAVX5(message)
    case .cfgANT, .cfgGNSS, .cfgITFM, .cfgMSG, .cfgNMEA, .cfgPRT, .cfgRATE, .cfgRXM, .cfgSBAS, .cfgTMODE2,
      .cfgTMODE3, .cfgTP5:
      return answer
    default: return nil
    }
  }

  // MARK: - Arbitrary configuration messages

  /// The query whose answer contains the values that a message sets.
  static func question(for message: Message) throws(Refusal) -> Message {
    switch message.control {
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

  static func differs(_ message: Message, from answers: [Message?]) -> Bool {
    guard let answer = answers.first ?? nil else { return true }
    guard case .cfgVALSET(let wished) = message.control else { return undo(answer) != undo(message) }
    let values = PresentValues(answers)
    return wished.values.contains { values[$0.key] != $0.bits }
  }

  package var hasSpeed: Bool { port.speedKey != nil }

  var speedKey: ConfigurationKey {
    get throws(Refusal) {
      guard let key = port.speedKey else { throw .portWithoutSpeed }
      return key
    }
  }

  /// UBX and NMEA, with their keys on the port in use.
  func protocolKeys() throws(Refusal) -> [PortNumber.ProtocolKeys] {
    guard !port.protocolKeys.isEmpty else { throw .unknownSetting }
    return port.protocolKeys.filter { $0.word == .ubx || $0.word == .nmea }
  }

  /// The command that writes values to this table's memories.
  func command(_ values: [ConfigurationPair]) -> Message {
    .cfgVALSET(
      CfgVALSET {
        $0.layers = layers
        $0.values = values
      })
  }

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
  /// The mask bits of all fields, since an answer has no mask, and the command that restores it needs one.
  static let everything: UInt16 = 0x664C
  /// The bits of all fields in the second mask.
  static let everythingLater: UInt32 = 0x00C0
}
