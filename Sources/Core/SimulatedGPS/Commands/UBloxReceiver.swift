internal import GPSBridge
internal import UBX

/// The UBX command handler of a u-blox: stores settings, rejects invalid ones and answers.
///
/// It is a value: frames go in, effects come out, in the order in which a receiver would produce them.
struct UBloxReceiver: Sendable {
  enum Effect: Sendable, Hashable {
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
  let port: PortNumber
  var memory: SettingMemory
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

  // The settings of u-blox 5 to 9: one message for each; an empty payload is a query.

  /// The setting that an older message reads and changes; nil for one that is stored as received.
  private func old(_ kind: MessageKind) -> OldMessage? {
    let chip = chip
    return switch kind {
    case .cfgRATE:
      OldMessage(
        CfgRATE.self,
        isPossible: { message, _ in
          Int64(message.interval) >= chip.shortestInterval && 1...127 ~= message.measurementsPerFix
        })
    case .cfgPRT:
      OldMessage(
        CfgPRT.self, number: { $0.port.rawValue },
        asBuilt: { message, port in
          message = CfgPRT()
          message.port = PortNumber(rawValue: port)
        },
        keep: { message, kept in
          kept = message
          if message.port.speedKey == nil { kept.baudRate = 0 }
        },
        isPossible: { message, _ in
          let isUsual = CommandLineSpeed.usual.contains(Int(message.baudRate))
          return message.port.rawValue <= PortNumber.spi.rawValue && (message.port.speedKey == nil || isUsual)
        })
    case .cfgNAV5:
      OldMessage(
        CfgNAV5.self, asBuilt: { message, _ in message.mask = CfgNAV5.Mask(rawValue: 0xFFFF) },
        keep: { message, kept in
          guard message.mask.contains(.signals) else { return }
          (kept.signalsForFix, kept.signalStrength) = (message.signalsForFix, message.signalStrength)
        },
        isPossible: { _, memory in
          memory[.dynamicModel] <= 10 && memory[.dynamicModel] != 1 && 1...3 ~= memory[.fixMode]
            && abs(ConfigurationPair(.minimumElevation, bits: memory[.minimumElevation]).number) <= 90
        })
    case .cfgNAVX5:
      OldMessage(
        CfgNAVX5.self, asBuilt: { message, _ in (message.fewestSatellites, message.mostSatellites) = (3, 32) }
      )
    case .cfgGNSS:
      OldMessage(
        CfgGNSS.self, asBuilt: { message, _ in message = chip.systems },
        keep: { _, kept in kept = chip.systems },
        isPossible: { message, memory in
          let known = chip.systems.blocks.map(\.system)
          return message.blocks.allSatisfy { $0.system == .imes || known.contains($0.system) }
            && memory.isPossible(chip.generation)
        })
    case .cfgSBAS: OldMessage(CfgSBAS.self, asBuilt: { message, _ in message.mostChannels = 3 })
    case .cfgNMEA:
      OldMessage(
        CfgNMEA.self, length: chip.generation >= .ublox8 ? 20 : chip.generation == .ublox7 ? 12 : 4,
        asBuilt: { message, _ in
          (message.revision, message.layout) = (0x40, chip.generation >= .ublox8 ? 1 : 0)
        }, isPossible: { message, _ in message.values.contains { $0.pair.key == .nmeaRevision } })
    case .cfgTP5:
      OldMessage(
        CfgTP5.self, number: { $0.pulse },
        asBuilt: { message, pulse in
          (message.pulse, message.version) = (pulse, 1)
          guard pulse == 0 else { return }
          (message.followsSatellites, message.hasLockedValues, message.isLength) = (true, true, true)
          (message.alignsToWeek, message.isRising) = (true, true)
        }, isPossible: { message, _ in message.pulse <= 1 })
    case .cfgANT: OldMessage(CfgANT.self)
    case .cfgITFM: OldMessage(CfgITFM.self, asBuilt: { message, _ in message = CfgITFM() })
    case .cfgRXM:
      OldMessage(
        CfgRXM.self, isPossible: { message, _ in [.full, .saving, .continuous].contains(message.mode) })
    case .cfgPM2:
      OldMessage(
        CfgPM2.self,
        asBuilt: { message, _ in
          message = CfgPM2()
          (message.fixInterval, message.searchInterval) = (1000, 10_000)
        })
    case .cfgTMODE2: OldMessage(CfgTMODE2.self, isPossible: { message, _ in message.mode.rawValue <= 2 })
    case .cfgTMODE3: OldMessage(CfgTMODE3.self, isPossible: { message, _ in message.mode.rawValue <= 2 })
    default: nil
    }
  }

  /// Returns the answer to a query for a setting; nil for anything else.
  func reply(_ kind: MessageKind, _ payload: [UInt8]) -> [UInt8]? {
    guard hasSetting(kind) else { return nil }
    switch kind {
    case .cfgPRT:
      let number = payload.first ?? port.rawValue
      guard payload.count <= 1, number <= PortNumber.spi.rawValue else { return nil }
      return old(kind)?.answer(memory, number)
    case .cfgTP5:
      guard payload.count <= 1, payload.first ?? 0 <= 1 else { return nil }
      return old(kind)?.answer(memory, payload.first ?? 0)
    case .cfgMSG:
      guard payload.count == 2 else { return nil }
      let message = MessageKind(payload[0], payload[1])
      guard memory.hasRates(message) else { return nil }
      return CfgMSG {
        $0.message = message
        for port in 0...4 {
          let period = memory.period(of: message, on: PortNumber(rawValue: UInt8(port)))
          $0.rates[port] = UInt8(clamping: period)
        }
      }.encoded()
    case .cfgINF:
      guard payload.count == 1, payload[0] <= 1 else { return nil }
      return frame(kind, memory.payload(slot(kind, payload[0])) ?? [payload[0], 0, 0, 0, 7, 7, 7, 7, 7, 0])
    default: break
    }
    guard payload.isEmpty else { return nil }
    return switch kind {
    case .cfgUSB: frame(kind, memory.payload(slot(kind)) ?? usb)
    case .cfgHNR: frame(kind, [UInt8(memory.sensorRate), 0, 0, 0])
    default: old(kind)?.answer(memory, 0)
    }
  }

  /// Applies a setting; returns false for one that this receiver does not have, or for an impossible value.
  mutating func take(_ kind: MessageKind, _ payload: [UInt8]) -> Bool {
    guard hasSetting(kind) else { return false }
    switch kind {
    case .cfgPRT:
      // One message may set several ports, 20 bytes each.
      guard !payload.isEmpty, payload.count % 20 == 0, let message = old(kind) else { return false }
      return stride(from: 0, to: payload.count, by: 20).allSatisfy { place in
        message.take(&memory, Array(payload[place..<(place + 20)]))
      }
    case .cfgMSG:
      guard let message = CfgMSG(payload: payload.span), chip.hasOutput(message.message),
        memory.hasRates(message.message)
      else { return false }
      let ports = message.isForThisPort ? [port.rawValue] : [0, 1, 2, 3, 4]
      for (place, number) in ports.enumerated() {
        guard let key = ConfigurationKey.output(of: message.message, on: PortNumber(rawValue: number))
        else { continue }
        memory.set(key, UInt64(message.rates[place]))
      }
      return true
    case .cfgINF:
      guard !payload.isEmpty, payload.count % 10 == 0 else { return false }
      for place in stride(from: 0, to: payload.count, by: 10) {
        memory.keep(Array(payload[place..<(place + 10)]), in: slot(kind, payload[place]))
      }
      return true
    case .cfgUSB:
      guard payload.count == 108 else { return false }
      memory.keep(payload, in: slot(kind))
      return true
    case .cfgHNR:
      guard payload.count == 4, 1...30 ~= payload[0] else { return false }
      memory.keep(payload, in: slot(kind))
      return true
    default: return old(kind)?.take(&memory, payload) ?? false
    }
  }

  private func slot(_ kind: MessageKind, _ number: UInt8 = 0) -> SettingMemory.Slot {
    SettingMemory.Slot(kind: kind, number: number)
  }

  private func frame(_ kind: MessageKind, _ payload: [UInt8]) -> [UInt8] {
    (try? Message.unknown(kind, payload: payload).encoded()) ?? []
  }

  /// u-blox's USB vendor and product numbers and strings.
  private var usb: [UInt8] {
    var bytes: [UInt8] = [0x46, 0x15, UInt8(0xA0 + chip.generation.rawValue), 0x01, 0, 0, 1, 0, 0, 0, 0, 0]
    for text in ["u-blox AG - www.u-blox.com", "u-blox GNSS receiver", ""] {
      bytes += Array(text.utf8.prefix(32)) + [UInt8](repeating: 0, count: 32 - min(32, text.utf8.count))
    }
    return bytes
  }

  /// Whether this receiver has a setting of the old format.
  private func hasSetting(_ kind: MessageKind) -> Bool {
    let generation = chip.generation
    return switch kind {
    case .cfgGNSS: generation >= .ublox7 && takesOldSettings
    case .cfgUSB: generation.hasUSB && takesOldSettings
    case .cfgTMODE2: generation <= .ublox8
    case .cfgTMODE3: generation == .ublox8 || generation == .ublox9
    case .cfgHNR: chip.hasSensors
    default: takesOldSettings
    }
  }

  // The settings of u-blox 9 and later: key-value pairs.

  /// Returns the requested values; nil if a key is unknown or has no value in the layer.
  func values(_ question: CfgVALGET?) -> CfgVALGET? {
    guard let question, question.version == 0, !question.keys.isEmpty,
      question.keys.count <= CfgVALSET.mostValues
    else { return nil }
    var found: [ConfigurationPair] = []
    for key in question.keys {
      let keys = memory.keys(like: key)
      guard !keys.isEmpty else { return nil }
      for key in keys {
        if let bits = memory.value(key, in: question.layer) {
          found.append(ConfigurationPair(key, bits: bits))
        }
      }
    }
    found = Array(found.dropFirst(Int(question.position)).prefix(CfgVALSET.mostValues))
    guard !found.isEmpty else { return nil }
    return CfgVALGET {
      $0.version = 1
      $0.layer = question.layer
      $0.position = question.position
      $0.values = found
    }
  }

  /// Sets either all of the values or none.
  mutating func set(_ command: CfgVALSET?) -> Bool {
    guard let command, command.values.count <= CfgVALSET.mostValues, memory.has(command.layers),
      command.values.allSatisfy(isPossible)
    else {
      transaction = nil
      return false
    }
    var values = command.values
    switch command.version == 0 ? .none : command.transaction {
    case .begin:
      transaction = values
      return true
    case .ongoing:
      guard transaction != nil else { return false }
      transaction? += values
      return true
    case .apply:
      guard let begun = transaction else { return false }
      values = begun + values
      transaction = nil
    default: transaction = nil
    }
    var after = memory
    for pair in values { after.set(pair.key, pair.bits, in: command.layers) }
    guard !command.layers.contains(.ram) || after.isPossible(chip.generation) else { return false }
    memory = after
    return true
  }

  /// Whether the receiver has this setting and accepts this value.
  private func isPossible(_ pair: ConfigurationPair) -> Bool {
    guard memory.knows(pair.key), let setting = pair.key.setting else { return false }
    if pair.key == .measurementInterval { return pair.number >= chip.shortestInterval }
    if pair.key == .uart1Speed || pair.key == .uart2Speed {
      return CommandLineSpeed.usual.contains(Int(pair.number))
    }
    return setting.type == .real || setting.range.contains(pair.number)
  }

  /// Deletes values stored in battery-backed memory or flash; values in RAM can't be deleted.
  mutating func delete(_ command: CfgVALDEL?) -> Bool {
    guard let command, !command.keys.isEmpty, command.keys.count <= CfgVALSET.mostValues,
      !command.layers.isDisjoint(with: [.battery, .flash])
    else { return false }
    let keys = command.keys.map { memory.keys(like: $0) }
    guard !keys.contains(where: \.isEmpty) else { return false }
    for key in keys.joined() { memory.delete(key, in: command.layers) }
    return true
  }

  // Assistance: the host reads the receiver's memory, and later returns it with a time and a position.

  /// Identifies a received MGA message in its acknowledgment.
  struct Receipt: Sendable, Hashable {
    var identifier: UInt8
    /// The first bytes of the payload, at most four.
    var beginning: [UInt8]

    static func dump(count: Int) -> Receipt {
      Receipt(
        identifier: MessageKind.mgaDBD.identifier,
        beginning: (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
    }
  }

  /// Handles an assistance message; these exist since u-blox 8.
  func assisted(_ kind: MessageKind, _ payload: [UInt8]) -> [Effect] {
    guard chip.generation >= .ublox8 else { return [] }
    let receipt = Receipt(identifier: kind.identifier, beginning: Array(payload.prefix(4)))
    switch kind {
    case .mgaDBD where payload.isEmpty: return [.dump]
    case .mgaDBD: return remember(payload, receipt)
    case .mgaINI where !payload.isEmpty: return begin(payload, receipt)
    default: return []
    }
  }

  /// The acknowledgment of assistance; nil if acknowledgments are switched off or lost.
  func acknowledge(_ receipt: Receipt, _ reason: MgaACK.Reason) -> [UInt8]? {
    guard memory.isOn(.acknowledgesAssistance), !faults.contains(.ackLost) else { return nil }
    return MgaACK {
      $0.acceptance = reason == .accepted ? 1 : 0
      $0.reason = reason
      $0.identifier = receipt.identifier
      for (place, byte) in receipt.beginning.prefix(4).enumerated() { $0.beginning[place] = byte }
    }.encoded()
  }

  /// The navigation database: one message per satellite, then their count.
  func dump(_ orbits: [(satellite: SatelliteIdentity, until: Int64?)], at time: Int64) -> [[UInt8]] {
    let frames = orbits.map { satellite, until in
      MgaDBD { $0.data = OrbitRecord(owner: owner, made: time, satellite: satellite, until: until).data }
        .encoded()
    }
    return frames + (acknowledge(.dump(count: frames.count), .accepted).map { [$0] } ?? [])
  }

  // MARK: - Navigation database

  private func remember(_ payload: [UInt8], _ receipt: Receipt) -> [Effect] {
    guard let message = MgaDBD(payload: payload.span), payload.count <= 164 else {
      return refuse(receipt, .size)
    }
    guard let record = OrbitRecord(message.data) else { return refuse(receipt, .notStored) }
    // Other firmware uses a different layout; orbits of a different chip do not match this clock and antenna.
    guard record.owner.firmware == owner.firmware else { return refuse(receipt, .version) }
    guard record.owner == owner else { return [.assist(.foreign, receipt)] }
    return [
      .assist(record.until.map { .orbit(record.satellite, until: $0) } ?? .almanac(record.satellite), receipt)
    ]
  }

  // MARK: - Time and position

  private func begin(_ payload: [UInt8], _ receipt: Receipt) -> [Effect] {
    let isTime = payload[0] == 0x10
    guard isTime || payload[0] == 0x01 else { return refuse(receipt, .unknownMessage) }
    guard payload.count == (isTime ? 24 : 20) else { return refuse(receipt, .size) }
    guard payload[1] == 0 else { return refuse(receipt, .version) }
    let assistance = isTime ? time(payload) : place(payload)
    return assistance.map { [.assist($0, receipt)] } ?? refuse(receipt, .notStored)
  }

  /// Returns the time that the host sent; nil if it is tied to an edge at a pin, which this receiver lacks.
  private func time(_ payload: [UInt8]) -> Assistance? {
    guard let message = MgaINITime(payload: payload.span), message.source == 0, let date = message.date,
      let time = message.time,
      let day = CivilDate(year: Int(date.year), month: Int(date.month), day: Int(date.day)),
      let clock = TimeOfDay(
        hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second),
        nanosecond: Int(time.nanosecond))
    else { return nil }
    let utc = UTC(day, clock)
    // Later times overflow 64 bits of nanoseconds.
    guard 0..<9_000_000_000 ~= utc.secondsSince1970 else { return nil }
    let said: Int64 = utc.secondsSince1970 * 1_000_000_000 + Int64(utc.nanosecond)
    let accuracy = Int64(message.accuracySeconds) * 1_000_000_000 + Int64(message.accuracyNanoseconds)
    return .time(said, accuracy: accuracy)
  }

  private func place(_ payload: [UInt8]) -> Assistance? {
    guard let message = MgaINIPosition(payload: payload.span), abs(message.latitude) <= 90,
      abs(message.longitude) <= 180
    else { return nil }
    return .place(latitude: message.latitude, longitude: message.longitude, accuracy: message.accuracy)
  }

  private func refuse(_ receipt: Receipt, _ reason: MgaACK.Reason) -> [Effect] {
    acknowledge(receipt, reason).map { [.send($0)] } ?? []
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

extension MessageKind {
  /// Settings that no client of this project decodes; they are stored as received.
  static let cfgINF = MessageKind(0x06, 0x02)
  static let cfgUSB = MessageKind(0x06, 0x1B)
  /// The rate of HNR-PVT in hertz, and three reserved bytes.
  static let cfgHNR = MessageKind(0x06, 0x5C)
}

extension SettingMemory {
  /// Sensor reports per second, on receivers with sensors.
  var sensorRate: Int { payload(Slot(kind: .cfgHNR)).map { Int($0[0]) } ?? 10 }
}

extension UBloxChip {
  /// The systems of CFG-GNSS, each with a signal.
  fileprivate var systems: CfgGNSS {
    let missing: [SatelliteSystem] = generation <= .ublox7 ? [.galileo, .beiDou] : []
    return CfgGNSS {
      ($0.channels, $0.channelsToUse) = (32, 32)
      $0.blocks = SatelliteSystem.keys.map(\.system).filter { $0 != .navic && !missing.contains($0) }.map {
        system in
        var block = CfgGNSS.Block()
        let isSmall = system == .sbas || system == .qzss
        (block.system, block.signals) = (system, 1)
        (block.fewestChannels, block.mostChannels) = isSmall ? (1, 3) : (8, 16)
        return block
      }
    }
  }

  /// Whether a message or sentence can be switched on; messages that are only polled have no rate.
  fileprivate func hasOutput(_ kind: MessageKind) -> Bool {
    switch kind.messageClass {
    case 0xF0, 0xF1: true
    case 0x01, 0x0A, 0x27, 0x28: kind != .monVER && kind != .secUNIQID && kind != .monGNSS && says(kind)
    default: false
    }
  }
}
