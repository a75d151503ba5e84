internal import GPSBridge
internal import UBX

/// The UBX command handler of a u-blox: stores settings, rejects invalid ones and answers.
///
/// It is a value: frames go in, effects come out, in the order in which a receiver would produce them.
struct UBloxReceiver: Sendable {
  /// An effect of a received frame.
  enum Effect: Sendable, Hashable {
    /// Answer bytes to send.
    case send([UInt8])
    /// Send a message about the last epoch, or about the receiver itself.
    case tell(MessageKind)
    /// Settings have changed; apply them now.
    case adopt
    /// Restart the search for satellites, with part of the stored data; settings stay.
    case search(Scenario.PowerUp)
    /// Stop navigation until the next command.
    case stop
    /// Restart as after power-on, with part of the stored data.
    case reset(Scenario.PowerUp)
    /// Send the navigation database.
    case dump
    /// Use aiding data, and acknowledge it.
    case assist(Assistance, Receipt)
  }

  let chip: UBloxChip
  /// The port to which the cable is connected.
  let port: PortNumber
  var memory: SettingMemory
  /// Values of the open transaction.
  var transaction: [ConfigurationPair]?
  /// Identifies this receiver's own orbit records.
  let owner: OrbitRecord.Owner
  let faults: Set<Scenario.ReceiverFault>
  /// Whether settings of the old format are accepted: up to u-blox 9, and by some firmware of u-blox 10.
  let takesOldSettings: Bool
  /// The number of commands still to ignore.
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

  /// Handles one whole message.
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

  /// Answers queries for anything but settings; unknown queries get no answer.
  private mutating func asked(_ kind: MessageKind, _ payload: [UInt8]) -> [Effect] {
    guard payload.isEmpty, chip.says(kind) else { return [] }
    if kind == .monGNSS { return [.send(systems.encoded())] }
    return [.tell(kind)]
  }

  /// The systems that the chip can receive, and the enabled ones.
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
    // CFG-RST is never acknowledged, because the receiver is already restarting.
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

  /// The acknowledgment of a command, unless it gets lost.
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
    // The lowest bit clears the ephemerides; clearing more than the warm start does means a cold start.
    let start: Scenario.PowerUp = command.forget == .hot ? .hot : command.forget == .warm ? .warm : .cold
    return switch command.mode {
    case .navigation, .start: .search(start)
    case .stop: .stop
    default: .reset(start)
    }
  }
}

extension Scenario {
  /// A fault of a u-blox during the whole run: in its input, memory, antenna, line or radio environment.
  public enum ReceiverFault: String, Sendable, Hashable, CaseIterable {
    /// The receiver ignores the first command.
    case deaf
    /// The receiver rejects every setting.
    case nak
    /// The receiver carries out commands, but its acknowledgments get lost.
    case ackLost = "ack-lost"
    /// The receiver acknowledges a setting but keeps the old value.
    case notKept = "not-kept"
    /// The receiver resets itself after each minute and loses the settings that are only in RAM.
    case forgets
    /// The antenna is not connected; the receiver reports this if it monitors the antenna.
    case antennaOpen = "antenna-open"
    /// The antenna cable has a short circuit.
    case antennaShort = "antenna-short"
    /// A jammer is nearby from the beginning.
    case jam
    /// One transmitter imitates all satellites from the beginning.
    case spoof
    /// The line carries 300 bytes a second, whatever its speed: epochs are late or cut off.
    case slowLine = "slow-line"
  }

  /// The events that these faults add to the scenario.
  var faultEvents: [Event] {
    let all: [(ReceiverFault, Fault)] = [
      (.jam, .jamming(decibels: 32)), (.spoof, .spoofing(drift: 8, timeJump: 37)),
    ]
    return all.filter { receiverFaults.contains($0.0) }.map { Event(from: .zero, .fault($0.1)) }
  }

  /// The output protocol that a u-blox uses by default.
  public enum Language: String, Sendable, Hashable, CaseIterable {
    /// NMEA sentences.
    case nmea
    /// UBX messages.
    case ubx
    /// Both, in each epoch.
    case both
  }
}
