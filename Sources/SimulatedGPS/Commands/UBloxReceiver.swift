internal import GPSBridge
internal import UBX

/// A u-blox that is told something in its own language: it remembers, refuses and answers.
///
/// It is a value: frames go in, effects come out, in the order in which a receiver would have them.
struct UBloxReceiver: Sendable {
  /// Something that hearing a frame leads to.
  enum Effect: Sendable, Hashable {
    /// Bytes of an answer.
    case send([UInt8])
    /// A message about the last epoch, or about the receiver itself.
    case tell(MessageKind)
    /// Settings have changed: what they ask for begins now.
    case adopt
    /// It looks for satellites anew, with some of its knowledge; its settings stay.
    case search(Scenario.PowerUp)
    /// It looks for nothing until it is told to.
    case stop
    /// It starts as if it was switched on, with some of its knowledge.
    case reset(Scenario.PowerUp)
    /// It tells what it knows of orbits.
    case dump
    /// It takes knowledge to start with, and answers.
    case assist(Assistance, Receipt)
  }

  let chip: UBloxChip
  /// The port that the cable is on.
  let port: PortNumber
  var memory: SettingMemory
  /// Values of a transaction that is under way.
  var transaction: [ConfigurationPair]?
  /// Whose pieces of memory are its own.
  let owner: OrbitRecord.Owner
  let faults: Set<Scenario.ReceiverFault>
  /// Whether old settings are taken: up to u-blox 9, and by some firmware of u-blox 10.
  let takesOldSettings: Bool
  /// How many commands it will still not hear.
  private var deafness: Int

  init(_ chip: UBloxChip, _ scenario: Scenario, sentences: OutputTable) {
    self.chip = chip
    port = (scenario.speed ?? scenario.dialect.speed) == nil ? .usb : .uart1
    let refusal: Set<Scenario.ReceiverFault> = scenario.commandSupport == .refuses ? [.nak] : []
    faults = scenario.receiverFaults.union(refusal)
    deafness = faults.contains(.deaf) ? 1 : 0
    owner = OrbitRecord.Owner(chip, seed: scenario.seed)
    takesOldSettings =
      chip.generation.takesOldSettings || scenario.dialect.quirks.contains(.takesOldSettings)
    let interval = scenario.interval / 1_000_000
    let perSecond = Int(max(1, 1000 / interval))
    memory = SettingMemory(
      chip,
      builtIn: BuiltInSettings(
        chip, interval: interval, speed: scenario.speed ?? scenario.dialect.speed ?? chip.speed,
        sentences: sentences,
        messages: scenario.language == .nmea
          ? [] : chip.usualMessages(skyPeriod: scenario.skyPeriod ?? perSecond),
        saysSentences: scenario.language != .ubx
      ).values)
    memory.start()
  }

  /// Hears a whole message.
  mutating func hear(_ kind: MessageKind, _ payload: [UInt8]) -> [Effect] {
    guard memory.hears(.ubx, on: port) else { return [] }
    if deafness > 0 {
      deafness -= 1
      return []
    }
    return switch kind.messageClass {
    case 0x06: configured(kind, payload)
    case 0x13: assisted(kind, payload)
    default: asked(kind, payload)
    }
  }

  /// Questions about everything but settings: one that this generation does not know gets no answer.
  private mutating func asked(_ kind: MessageKind, _ payload: [UInt8]) -> [Effect] {
    guard payload.isEmpty, chip.says(kind) else { return [] }
    if kind == .monGNSS { return [.send(systems.encoded())] }
    return [.tell(kind)]
  }

  /// The systems that it can receive, and does.
  private var systems: MonGNSS {
    let all: [(SatelliteSystem, MonGNSS.SystemSet)] = [
      (.gps, .gps), (.glonass, .glonass), (.beiDou, .beiDou), (.galileo, .galileo),
    ]
    return MonGNSS {
      $0.version = chip.generation == .ublox8 ? 0 : 1
      $0.supported = [.gps, .glonass, .beiDou, .galileo]
      $0.usual = chip.generation == .ublox8 ? [.gps, .glonass] : $0.supported
      $0.enabled = MonGNSS.SystemSet(all.filter { memory.receives($0.0) }.map(\.1))
      $0.mostAtOnce = chip.generation == .ublox8 ? 3 : 4
    }
  }

  // MARK: - Settings

  private mutating func configured(_ kind: MessageKind, _ payload: [UInt8]) -> [Effect] {
    switch kind {
    // This one is never answered: the receiver is on its way already.
    case .cfgRST: return CfgRST(payload: payload.span).map { [restart($0)] } ?? []
    case .cfgVALSET, .cfgVALGET, .cfgVALDEL:
      guard chip.generation.takesValues else { return answer(kind, false) }
      return value(kind, payload)
    case .cfgCFG:
      guard let command = CfgCFG(payload: payload.span), !isRefusing else { return answer(kind, false) }
      if !faults.contains(.notKept) { memory.carryOut(command) }
      return answer(kind, true) + [.adopt]
    default:
      guard takesOldSettings else { return answer(kind, false) }
      if let reply = reply(kind, payload) { return [.send(reply)] + answer(kind, true) }
      let before = memory
      guard !isRefusing, take(kind, payload) else {
        memory = before
        return answer(kind, false)
      }
      if faults.contains(.notKept) { memory = before }
      return answer(kind, true) + [.adopt]
    }
  }

  private mutating func value(_ kind: MessageKind, _ payload: [UInt8]) -> [Effect] {
    switch kind {
    case .cfgVALGET:
      guard let reply = values(CfgVALGET(payload: payload.span)) else { return answer(kind, false) }
      return [.send(reply.encoded())] + answer(kind, true)
    case .cfgVALDEL:
      guard !isRefusing, delete(CfgVALDEL(payload: payload.span)) else { return answer(kind, false) }
      return answer(kind, true)
    default:
      let before = memory
      guard !isRefusing, set(CfgVALSET(payload: payload.span)) else { return answer(kind, false) }
      if faults.contains(.notKept) { memory = before }
      return answer(kind, true) + [.adopt]
    }
  }

  private var isRefusing: Bool { faults.contains(.nak) }

  /// The answer to a command, unless it gets lost.
  private func answer(_ kind: MessageKind, _ isAccepted: Bool) -> [Effect] {
    guard !faults.contains(.ackLost) else { return [] }
    return [
      .send(
        Acknowledgement {
          $0.isAccepted = isAccepted
          $0.message = kind
        }.encoded())
    ]
  }

  private func restart(_ command: CfgRST) -> Effect {
    // The lowest bit is the ephemerides; a receiver that forgets more than these starts cold.
    let start: Scenario.PowerUp = command.forget == .hot ? .hot : command.forget == .warm ? .warm : .cold
    return switch command.mode {
    case .navigation, .start: .search(start)
    case .stop: .stop
    default: .reset(start)
    }
  }
}

extension Scenario {
  /// A fault of a u-blox from the beginning to the end: of its ears, memory, antenna, line, or of the air around it.
  public enum ReceiverFault: String, Sendable, Hashable, CaseIterable {
    /// It does not hear the first command.
    case deaf
    /// It refuses every setting.
    case nak
    /// It does what it is told, and its answer gets lost.
    case ackLost = "ack-lost"
    /// It accepts a setting, and the old one stays.
    case notKept = "not-kept"
    /// It resets itself after each minute, and forgets what only RAM had.
    case forgets
    /// Its antenna is not plugged in, which it says where that is watched.
    case antennaOpen = "antenna-open"
    /// The cable of its antenna has a short circuit.
    case antennaShort = "antenna-short"
    /// A jammer is near from the beginning.
    case jam
    /// One sender plays all satellites from the beginning.
    case spoof
    /// The line carries 300 bytes a second, whatever its speed is: epochs come late, or are cut off.
    case slowLine = "slow-line"
  }

  /// The events that faults of the receiver bring with them.
  var faultEvents: [Event] {
    let all: [(ReceiverFault, Fault)] = [
      (.jam, .jamming(decibels: 32)), (.spoof, .spoofing(drift: 8, timeJump: 37)),
    ]
    return all.filter { receiverFaults.contains($0.0) }.map { Event(from: .zero, .fault($0.1)) }
  }

  /// The language that a u-blox speaks as built.
  public enum Language: String, Sendable, Hashable, CaseIterable {
    /// Sentences.
    case nmea
    /// The messages of u-blox.
    case ubx
    /// Both, in each epoch.
    case both
  }
}
