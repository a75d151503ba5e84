import UBX

/// A receiver that has settings and nothing else, with the faults of real ones.
struct FakeReceiver {
  let table: SettingTable
  /// Values by their keys, since u-blox 9.
  var values: [ConfigurationKey: UInt64] = [:]
  /// Older messages, as they would be told.
  var messages: [Message] = []
  /// Which of the frames that come it does not hear, by their number from 0.
  var deafTo: Set<Int> = []
  /// Which of its answers are lost, by their number from 0.
  var losesAnswers: Set<Int> = []
  /// Commands that it refuses.
  var refuses: Set<MessageKind> = []
  /// Whether it acknowledges commands and keeps nothing.
  var forgets = false

  private(set) var commands: [Message] = []
  private var heard = 0
  private var answered = 0

  init(_ generation: ReceiverGeneration, on port: PortNumber = .usb) {
    table = SettingTable(generation, on: port)
    if generation.takesValues {
      for key in Self.keys { values[key] = 0 }
      for kind in Self.outputs {
        if let key = ConfigurationKey.output(of: kind, on: port) {
          values[key] = kind.messageClass == 0xF0 ? 1 : 0
        }
      }
      values[.measurementInterval] = 1000
      values[.measurementsPerFix] = 1
      for key in [ConfigurationKey.gps, .gpsL1, .glonass, .glonassL1] { values[key] = 1 }
    } else {
      messages = Self.messages(port)
    }
  }

  /// Answers to a frame that comes.
  mutating func hear(_ bytes: [UInt8]) -> [Message] {
    defer { heard += 1 }
    guard !deafTo.contains(heard), let message = Message(frame: bytes) else { return [] }
    return answers(message).filter { _ in
      defer { answered += 1 }
      return !losesAnswers.contains(answered)
    }
  }

  private mutating func answers(_ message: Message) -> [Message] {
    switch (message, message.control) {
    case (_, .cfgVALGET(let question)): return tell(question)
    case (_, .cfgVALSET(let command)):
      commands.append(message)
      guard command.values.allSatisfy({ values[$0.key] != nil }), !refuses.contains(.cfgVALSET) else {
        return [word(.cfgVALSET, false)]
      }
      if !forgets { for pair in command.values { values[pair.key] = pair.bits } }
      return [word(.cfgVALSET, true)]
    case (.unknown(let kind, let asked), _):
      guard let answer = messages.first(where: { isAsked($0, kind, asked) }) else {
        return [word(kind, false)]
      }
      return [answer, word(kind, true)]
    default:
      commands.append(message)
      guard let place = messages.firstIndex(where: { isSame($0, message) }), !refuses.contains(message.kind)
      else {
        return [word(message.kind, false)]
      }
      if !forgets { messages[place] = message }
      return [word(message.kind, true)]
    }
  }

  private func tell(_ question: CfgVALGET) -> [Message] {
    var pairs: [ConfigurationPair] = []
    for key in question.keys {
      if key.isWildcard {
        let group = values.filter { $0.key.group == key.group || key == .everything }
        pairs += group.sorted { $0.key.rawValue < $1.key.rawValue }.map {
          ConfigurationPair($0.key, bits: $0.value)
        }
      } else if let bits = values[key] {
        pairs.append(ConfigurationPair(key, bits: bits))
      } else {
        return [word(.cfgVALGET, false)]
      }
    }
    let page = pairs.dropFirst(Int(question.position)).prefix(64)
    guard !page.isEmpty else { return [word(.cfgVALGET, false)] }
    let answer = CfgVALGET { ($0.version, $0.position, $0.values) = (1, question.position, Array(page)) }
    return [.cfgVALGET(answer), word(.cfgVALGET, true)]
  }

  private func word(_ kind: MessageKind, _ isAccepted: Bool) -> Message {
    .acknowledgement(Acknowledgement { ($0.isAccepted, $0.message) = (isAccepted, kind) })
  }

  private func isAsked(_ message: Message, _ kind: MessageKind, _ asked: [UInt8]) -> Bool {
    guard message.kind == kind else { return false }
    guard case .cfgMSG(let output) = message.control else { return true }
    return asked == [output.message.messageClass, output.message.identifier]
  }

  private func isSame(_ one: Message, _ another: Message) -> Bool {
    guard case .cfgMSG(let one) = one.control, case .cfgMSG(let another) = another.control else {
      return one.kind == another.kind
    }
    return one.message == another.message
  }

  // MARK: - What it has

  static let outputs: [MessageKind] = [
    MessageKind(0xF0, 0x00), MessageKind(0xF0, 0x02), MessageKind(0xF0, 0x04), .navPVT, .navSAT,
  ]

  private static let keys: [ConfigurationKey] = [
    .measurementInterval, .measurementsPerFix, .uart1Speed, .uart1SpeaksUBX, .uart1SpeaksNMEA, .usbSpeaksUBX,
    .usbSpeaksNMEA, .gps, .gpsL1, .sbas, .sbasL1, .galileo, .galileoE1, .glonass, .glonassL1, .dynamicModel,
    .minimumElevation, .minimumSignal, ConfigurationKey(rawValue: 0x2025_0038), .powerMode, .timePulse,
    .timePulsePeriod, .timePulseLockedPeriod,
    .timePulseLength, .timePulseLockedLength, .nmeaRevision, .nmeaHighPrecision, .antennaShort, .antennaOpen,
    .sensitiveToJamming, .surveyMode, .surveyedPlaceKind, .surveyedLatitude, .surveyedLongitude,
    .surveyedHeight,
    .surveyedPlaceAccuracy, .surveySeconds, .surveyAccuracy,
  ]

  private static func messages(_ port: PortNumber) -> [Message] {
    let systems: [(SatelliteSystem, Bool)] = [
      (.gps, true), (.sbas, true), (.galileo, false), (.glonass, true),
    ]
    let gnss = CfgGNSS {
      $0.blocks = systems.map { system, isOn in
        var block = CfgGNSS.Block()
        block.system = system
        block.isEnabled = isOn
        block.signals = 1
        return block
      }
    }
    let outputs = Self.outputs.map { kind in
      Message.cfgMSG(
        CfgMSG {
          $0.message = kind
          $0.rates[Int(port.rawValue)] = kind.messageClass == 0xF0 ? 1 : 0
        })
    }
    return outputs + [
      .control(.cfgRATE(CfgRATE { ($0.interval, $0.measurementsPerFix, $0.timeReference) = (1000, 1, 1) })),
      .cfgPRT(CfgPRT { ($0.port, $0.baudRate, $0.output) = (port, 9600, [.ubx, .nmea]) }),
      .cfgNAV5(CfgNAV5 { $0.minimumElevation = 5 }), .cfgNAVX5(CfgNAVX5()), .control(.cfgGNSS(gnss)),
      .control(.cfgSBAS(CfgSBAS())), .control(.cfgRXM(CfgRXM())),
      .control(.cfgTP5(CfgTP5 { $0.isLength = true })), .control(.cfgNMEA(CfgNMEA { $0.revision = 0x40 })),
      .control(.cfgANT(CfgANT())), .control(.cfgITFM(CfgITFM())), .control(.cfgTMODE3(CfgTMODE3())),
    ]
  }
}

extension FakeReceiver {
  /// Leads a talk to its end; nil if it does not end.
  mutating func lead(_ talk: inout SettingTalk) -> TalkTurn? {
    var turn = talk.begin()
    for _ in 0..<2000 {
      switch turn {
      case .done, .failed: return turn
      case .wait, .waitAgain: turn = talk.silence()
      case .changeSpeed(let bytes, _):
        _ = hear(bytes)
        turn = talk.speedChanged()
      case .say(let bytes):
        turn = .wait
        for answer in hear(bytes) where turn == .wait { turn = talk.hear(answer) }
      }
    }
    return nil
  }
}
