internal import NMEA
internal import UBX

/// Combines a receiver's condition from the messages that describe it.
///
/// These messages do not belong to an epoch: some arrive between two epochs, others after the end of one.
struct HardwareWatch {
  private(set) var condition = HardwareCondition()
  /// The last condition that was emitted.
  private var told = HardwareCondition()
  /// The receiver's generation; the messages prove only a minimum.
  private var generation: ReceiverGeneration?

  /// The condition, if it has changed since the last call.
  mutating func takeChange() -> HardwareCondition? {
    guard condition != told else { return nil }
    told = condition
    return condition
  }

  /// Notes proof that the receiver is at least of this generation.
  mutating func isAtLeast(_ proven: ReceiverGeneration) { generation = max(generation ?? proven, proven) }

  // MARK: Messages

  mutating func take(_ versions: MonVER) { generation = ReceiverVersions(versions).generation ?? generation }

  mutating func take(_ sky: NavSVINFO) {
    if let proven = ReceiverGeneration(svinfo: sky.generation) { isAtLeast(proven) }
  }

  mutating func take(_ hardware: MonHW) {
    var front = HardwareCondition.FrontEnd(number: 0)
    front.antenna = .init(hardware.antennaState)
    front.noise = Int(hardware.noise)
    front.gain = Self.percent(hardware.gain)
    // A u-blox 5 has no meaningful values in these fields.
    if generation != .ublox5 {
      front.jamming = .init(hardware.jamming)
      front.interference = Int(hardware.interference)
    }
    take([front], hardware.antennaPower)
  }

  mutating func take(_ radio: MonRF) {
    isAtLeast(.ublox9)
    let fronts = radio.blocks.prefix(Self.mostFrontEnds).map { block in
      var front = HardwareCondition.FrontEnd(number: Int(block.band))
      front.antenna = .init(block.antennaState)
      front.jamming = block.isShort ? nil : .init(block.jamming)
      front.interference = Int(block.interference)
      front.noise = Int(block.noise)
      front.gain = Self.percent(block.gain)
      return front
    }
    take(fronts, radio.blocks.first?.antennaPower ?? .unknown)
  }

  private mutating func take(_ fronts: [HardwareCondition.FrontEnd], _ power: AntennaPower) {
    condition.frontEnds = fronts
    condition.antenna =
      fronts.compactMap { $0.antenna }.max { $0.severity < $1.severity } ?? condition.antenna
    if power == .on || power == .off { condition.isAntennaPowered = power == .on }
    // SEC-SIG describes the whole receiver, and is more detailed.
    if !hasWholeWord {
      condition.jamming =
        fronts.compactMap { $0.jamming }.max { $0.severity < $1.severity } ?? condition.jamming
    }
  }

  /// An upper limit for plausible numbers of front ends.
  private static let mostFrontEnds = 8
  private var hasWholeWord = false

  mutating func take(_ security: SecSIG) {
    isAtLeast(.ublox9)
    hasWholeWord = security.watchesJamming
    if security.watchesJamming || condition.jamming == nil {
      condition.jamming = security.watchesJamming ? .init(security.jamming) : .notWatched
    }
    condition.spoofing = security.watchesSpoofing ? .init(security.spoofing) : .notWatched
    spoofingIsWatched = security.watchesSpoofing
  }

  private var spoofingIsWatched = false

  mutating func take(_ status: NavSTATUS) {
    if status.timeToFirstFix > 0 { condition.timeToFirstFix = status.timeToFirstFix }
    // Before u-blox 8 these bits are undefined, and not zero.
    guard let generation, generation >= .ublox8, !spoofingIsWatched else { return }
    condition.spoofing = .init(status.spoofing)
  }

  mutating func take(_ system: MonSYS) {
    condition.load.processor = Int(system.processorLoad)
    condition.load.memory = Int(system.memoryUsage)
    condition.temperature = Int(system.temperature)
    condition.timeSinceStart = Int(system.timeSinceStart)
  }

  mutating func take(_ ports: MonCOMMS) {
    isAtLeast(.ublox9)
    condition.load.sending = ports.ports.map { Int($0.sendingLoad) }.max()
    condition.load.hasDropped = ports.hasAllocationError || ports.isOutOfMemory
  }

  mutating func take(_ buffer: MonTXBUF) {
    condition.load.sending = Int(buffer.totalUsage)
    condition.load.hasDropped = buffer.hasAllocationError || buffer.isOutOfMemory
  }

  mutating func take(error text: InfText) { note(text.description) }

  // MARK: Sentences

  /// Examines a text: u-blox and other receivers report the antenna and errors in it.
  mutating func take(_ text: TXT) {
    if let antenna = HardwareCondition.Antenna(text: text.text.bytes) { condition.antenna = antenna }
    if text.identifier == Self.error { note(text.text.unescaped) }
  }

  /// The identifier of an error; other identifiers differ between vendors.
  private static let error = 0

  private mutating func note(_ words: String) {
    guard !words.isEmpty else { return }
    condition.notice = HardwareCondition.Notice(words, count: (condition.notice?.count ?? 0) + 1)
  }

  private static func percent(_ gain: UInt16) -> Int { min((Int(gain) * 100 + 4095) / 8191, 100) }
}
