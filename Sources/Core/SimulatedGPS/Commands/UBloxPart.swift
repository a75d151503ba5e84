internal import GPSBridge
internal import NMEA
internal import UBX

/// The part of a simulated receiver that only a u-blox has: its UBX input, settings and output.
struct UBloxPart: Sendable {
  private var receiver: UBloxReceiver
  private var speaker: MessageSpeaker
  private var reader = HostReader()
  private var state = UBloxState()
  private let faults: Set<Scenario.ReceiverFault>
  /// The periodic messages sent before and after the sentences, each with its period in epochs.
  private var before: [(kind: MessageKind, period: Int)] = []
  private var behind: [(kind: MessageKind, period: Int)] = []
  private var poweredAt: Int64 = 0
  /// When an epoch was last lost to a full line, and the nanoseconds for which this is reported.
  private var lostAt: Int64?
  private static let lossMemory: Int64 = 10_000_000_000
  /// The output filters: a dilution, and an error in meters.
  private var masks = (dilution: 25.0, error: 100.0)
  private(set) var speaksSentences = true

  init?(_ scenario: Scenario, sentences: OutputTable) {
    guard let chip = scenario.dialect.chip else { return nil }
    receiver = UBloxReceiver(chip, scenario, sentences: sentences)
    speaker = MessageSpeaker(chip, scenario)
    faults = scenario.receiverFaults
    state.seed = scenario.seed
    state.port = receiver.port
    adopt()
  }

  // MARK: - Settings

  private var memory: SettingMemory { receiver.memory }

  /// Updates output, filters and antenna state to match the settings.
  mutating func adopt() {
    let isSpeaking = memory.speaks(.ubx, on: receiver.port)
    let order = receiver.chip.generation.order
    let due = { [memory, receiver] (kinds: [MessageKind]) -> [(kind: MessageKind, period: Int)] in
      guard isSpeaking else { return [] }
      return kinds.map { ($0, memory.period(of: $0, on: receiver.port)) }.filter { $0.period > 0 }
    }
    (before, behind) = (due(order.beforeSentences), due(order.behindSentences))
    speaksSentences = memory.speaks(.nmea, on: receiver.port)
    masks = (Double(memory[.maximumPositionDilution]) / 10, Double(memory[.maximumPositionError]))
    state.watchesJamming = memory.isOn(.watchInterference)
    if faults.contains(.antennaShort), memory.isOn(.antennaShort) {
      (state.antenna, state.antennaPower) = (.short, .off)
    } else {
      // Without open-circuit detection, an open antenna is reported as good.
      let isOpen = faults.contains(.antennaOpen) && memory.isOn(.antennaOpen)
      (state.antenna, state.antennaPower) = (isOpen ? .open : .ok, .on)
    }
  }

  /// Nanoseconds between epochs.
  var interval: Int64 {
    Int64(memory[.measurementInterval]) * Int64(max(1, memory[.measurementsPerFix])) * 1_000_000
  }

  /// Returns the time of the next sensor report; nil without sensors, or if that output is off.
  ///
  /// The sensors report at whole fractions of a second, whatever the interval between epochs is.
  func nextSensing(after time: Int64) -> Int64? {
    let period = Int64(memory.period(of: .hnrPVT, on: receiver.port)) * 1_000_000_000
    guard receiver.chip.hasSensors, period > 0, memory.speaks(.ubx, on: receiver.port) else { return nil }
    let rate = Int64(memory.sensorRate)
    let number = (time * rate + period - 1) / period
    let next = number * period / rate
    return next > time ? next : (number + 1) * period / rate
  }

  /// Bits per second of the serial port; nil on USB.
  var speed: Int? { receiver.port == .uart1 ? Int(memory[.uart1Speed]) : nil }

  /// The period of each sentence, in epochs.
  var sentences: OutputTable {
    var table = OutputTable()
    for kind in SentenceKind.allCases {
      if let message = kind.message { table[kind] = memory.period(of: message, on: receiver.port) }
    }
    return table
  }

  /// The enabled constellations, in the order of their sentences.
  var constellations: [Constellation] {
    let all: [(SatelliteSystem, Constellation)] = [
      (.gps, .gps), (.glonass, .glonass), (.galileo, .galileo), (.beiDou, .beidou),
    ]
    return all.filter { memory.receives($0.0) }.map(\.1)
  }

  /// The NMEA revision of the sentences; nil for the default.
  var revision: Revision? {
    guard let value = memory.ram.values[.nmeaRevision] else { return nil }
    return switch value {
    case 21: .v2_0
    case 23: .v2_3
    case 40: .v4_0
    case 41: .v4_10
    default: .v4_11
    }
  }

  /// Whether the antenna receives nothing.
  var isDeafToSky: Bool { faults.contains(.antennaOpen) || faults.contains(.antennaShort) }

  /// Whether the fault `forgets` resets the receiver now.
  func isForgetting(at time: Int64) -> Bool {
    faults.contains(.forgets) && time - poweredAt >= 60_000_000_000
  }

  /// Sets the rate of a sentence, if it has one.
  mutating func set(_ kind: SentenceKind, _ period: Int) {
    guard let message = kind.message, let key = ConfigurationKey.output(of: message, on: receiver.port)
    else { return }
    receiver.memory.set(key, UInt64(clamping: period))
    adopt()
  }

  /// Sets the speed and protocols of a port.
  mutating func take(_ command: PUBX41) {
    let port = PortNumber(rawValue: UInt8(clamping: command.port ?? 255))
    if let baud = command.baudRate, CommandLineSpeed.usual.contains(baud),
      let key = port.speedKey
    {
      receiver.memory.set(key, UInt64(baud))
    }
    if let input = command.input, let output = command.output {
      receiver.memory.setProtocols(
        of: port, input: ProtocolSet(rawValue: input.rawValue), output: ProtocolSet(rawValue: output.rawValue)
      )
    }
    adopt()
  }

  // MARK: - Power

  /// Starts the receiver after a loss of power or after a reset, during which the battery kept its memory.
  mutating func start(at time: Int64, powerWasGone: Bool) {
    if powerWasGone { receiver.memory.losePower() } else { receiver.memory.start() }
    reader = HostReader()
    (state.sent, state.received, state.messages, state.sentences) = (0, 0, 0, 0)
    (state.highestLoad, lostAt) = (0, nil)
    begin(at: time)
    adopt()
  }

  /// Restarts the search for satellites.
  mutating func begin(at time: Int64) {
    poweredAt = time
    state.timeToFirstFix = nil
  }

  /// The startup texts as INF notices, for a receiver that sends no sentences.
  func greeting(_ bodies: [String]) -> [UInt8] {
    bodies.flatMap { body in
      InfText {
        $0.bytes = Array(body.utf8.split(separator: UInt8(ascii: ","), maxSplits: 4).last ?? [][...])
      }
      .encoded()
    }
  }

  // MARK: - Input

  mutating func read(_ bytes: Span<UInt8>) -> [HostReader.Heard] {
    let heard = reader.take(bytes)
    state.received += bytes.count
    state.skipped = reader.skipped
    for case .message in heard { state.messages += 1 }
    state.sentences += heard.count { if case .sentence = $0 { true } else { false } }
    return heard
  }

  mutating func hear(_ kind: MessageKind, _ payload: [UInt8]) -> [UBloxReceiver.Effect] {
    let effects = receiver.hear(kind, payload)
    if effects.contains(.adopt) { adopt() }
    return effects
  }

  // MARK: - Output

  /// Updates the state that the next messages report.
  mutating func look(at time: Int64, _ interference: Interference, _ cable: Cable) {
    state.uptime = max(0, time - poweredAt) / 1_000_000
    state.jamming = interference.jamming
    state.isSpoofed = interference.isSpoofed
    (state.pending, state.capacity) = (cable.pending, cable.capacity)
    state.highestLoad = max(state.highestLoad, state.load)
    state.lostEpochs = lostAt.map { time - $0 < Self.lossMemory } ?? false
  }

  /// Notes an epoch that did not fit on the line.
  mutating func noteLoss(at time: Int64) {
    lostAt = time
    state.highestLoad = 100
  }

  mutating func count(sent bytes: Int) { state.sent += bytes }

  /// Whether a fix passes the output filters for dilution and accuracy.
  func isGood(_ epoch: SimulatedEpoch) -> Bool {
    guard let geometry = epoch.geometry, let deviation = epoch.horizontalDeviation else {
      return epoch.hasFix
    }
    return epoch.hasFix && geometry.position <= masks.dilution && deviation <= masks.error
  }

  /// The sentences of an epoch with the UBX messages before and after them, and the end of each part.
  mutating func burst(_ epoch: SimulatedEpoch, around sentences: OutputBurst) -> OutputBurst {
    state.hasFix = epoch.hasFix
    if epoch.hasFix, state.timeToFirstFix == nil { state.timeToFirstFix = state.uptime }
    guard !before.isEmpty || !behind.isEmpty else { return sentences }
    let solution = speaker.solution(epoch, state, isGood: isGood(epoch))
    let say = { [speaker, state] (due: [(kind: MessageKind, period: Int)]) in
      due.filter { epoch.number % $0.period == 0 }.compactMap { speaker.message($0.kind, solution, state) }
    }
    var burst = OutputBurst()
    for frame in say(before) { burst.add(frame) }
    burst.add(sentences)
    for frame in say(behind) { burst.add(frame) }
    return burst
  }

  /// A sensor report between two epochs; nil before the first epoch since the start.
  func sense(_ epoch: SimulatedEpoch, carriedFrom instant: Duration) -> [UInt8]? {
    guard instant.wholeNanoseconds > poweredAt else { return nil }
    return speaker.message(.hnrPVT, speaker.reading(epoch, state, isGood: isGood(epoch)), state)
  }

  /// The known orbits as messages, for a host that stores them.
  func dump(_ orbits: [(satellite: SatelliteIdentity, until: Int64?)], at time: Int64) -> [[UInt8]] {
    receiver.dump(orbits, at: time)
  }

  /// Acknowledges aiding data; rejects an exact orbit while the time is unknown, because it is then useless.
  func acknowledge(
    _ assistance: Assistance, _ receipt: UBloxReceiver.Receipt, knowsTime: Bool
  ) -> [UInt8]? {
    receiver.acknowledge(receipt, assistance.needsTime && !knowsTime ? .timeUnknown : .accepted)
  }

  func tell(_ kind: MessageKind, _ epoch: SimulatedEpoch?) -> [UInt8]? {
    guard kind.messageClass == 0x01 || kind == .hnrPVT else { return speaker.report(kind, state) }
    guard let epoch else { return nil }
    return speaker.message(kind, speaker.reading(epoch, state, isGood: isGood(epoch)), state)
  }
}
