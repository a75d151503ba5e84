internal import UBX

// Configuration messages up to u-blox 9 for navigation, mapped to the values of the memory.

extension SettingMemory {
  /// The last payload written for an old message, or `length` zeros.
  func message<Old: PayloadMessage>(_ kind: MessageKind, length: Int, number: UInt8 = 0) -> Old {
    let known = payload(Slot(kind: kind, number: number)) ?? [UInt8](repeating: 0, count: length)
    return Old(payload: known.span) ?? Old()
  }

  private func key(_ number: UInt32) -> ConfigurationKey { ConfigurationKey(rawValue: number) }

  private func signed(_ key: ConfigurationKey) -> Int64 { ConfigurationPair(key, bits: self[key]).number }

  private mutating func set(_ key: ConfigurationKey, signed number: some BinaryInteger) {
    set(key, ConfigurationPair(key, bits: UInt64(bitPattern: Int64(number))).bits)
  }

  // MARK: - CFG-NAV5

  var nav5: CfgNAV5 {
    var message: CfgNAV5 = message(.cfgNAV5, length: 36)
    message.mask = CfgNAV5.Mask(rawValue: 0xFFFF)
    message.model = DynamicModel(rawValue: UInt8(clamping: self[.dynamicModel]))
    message.fixMode = CfgNAV5.FixMode(rawValue: UInt8(clamping: self[.fixMode]))
    message.minimumElevation = Int8(clamping: signed(.minimumElevation))
    message.maximumPositionDilution = Double(self[.maximumPositionDilution]) / 10
    message.maximumTimeDilution = Double(self[.maximumTimeDilution]) / 10
    message.maximumPositionError = UInt16(clamping: self[.maximumPositionError])
    message.maximumTimeError = UInt16(clamping: self[.maximumTimeError])
    message.staticHoldSpeed = UInt8(clamping: self[key(0x2025_0038)])
    message.staticHoldDistance = UInt16(clamping: self[key(0x3025_003B)])
    message.differentialTimeout = UInt8(clamping: self[key(0x2011_00C4)])
    message.utcStandard = UInt8(clamping: self[key(0x2011_001C)])
    return message
  }

  /// Applies the fields selected by the mask; returns false if one of them is out of range.
  mutating func take(_ message: CfgNAV5) -> Bool {
    let mask = message.mask
    if mask.contains(.model) {
      guard message.model.rawValue <= 10, message.model.rawValue != 1 else { return false }
    }
    if mask.contains(.fixMode) { guard 1...3 ~= message.fixMode.rawValue else { return false } }
    if mask.contains(.minimumElevation) {
      guard abs(Int(message.minimumElevation)) <= 90 else { return false }
    }
    if mask.contains(.model) { set(.dynamicModel, UInt64(message.model.rawValue)) }
    if mask.contains(.fixMode) { set(.fixMode, UInt64(message.fixMode.rawValue)) }
    if mask.contains(.minimumElevation) { set(.minimumElevation, signed: message.minimumElevation) }
    if mask.contains(.position) {
      set(.maximumPositionDilution, UInt64(message.maximumPositionDilution * 10 + 0.5))
      set(.maximumPositionError, UInt64(message.maximumPositionError))
    }
    if mask.contains(.time) {
      set(.maximumTimeDilution, UInt64(message.maximumTimeDilution * 10 + 0.5))
      set(.maximumTimeError, UInt64(message.maximumTimeError))
    }
    if mask.contains(.staticHold) {
      set(key(0x2025_0038), UInt64(message.staticHoldSpeed))
      set(key(0x3025_003B), UInt64(message.staticHoldDistance))
    }
    if mask.contains(.differential) { set(key(0x2011_00C4), UInt64(message.differentialTimeout)) }
    if mask.contains(.utc) { set(key(0x2011_001C), UInt64(message.utcStandard)) }
    var kept = nav5
    if mask.contains(.signals) {
      kept.signalsForFix = message.signalsForFix
      kept.signalStrength = message.signalStrength
    }
    keep(kept.payload, in: Slot(kind: .cfgNAV5))
    return true
  }

  // MARK: - CFG-GNSS

  /// The systems in CFG-GNSS, each with its two enabling keys.
  private static let systems: [(SatelliteSystem, ConfigurationKey, ConfigurationKey)] = [
    (.gps, .gps, .gpsL1), (.sbas, .sbas, .sbasL1), (.galileo, .galileo, .galileoE1),
    (.beiDou, .beiDou, .beiDouB1), (.qzss, .qzss, .qzssL1), (.glonass, .glonass, .glonassL1),
  ]

  /// Whether a system is received.
  func receives(_ system: SatelliteSystem) -> Bool {
    Self.systems.contains { $0.0 == system && isOn($0.1) && isOn($0.2) }
  }

  func gnss(_ generation: ReceiverGeneration) -> CfgGNSS {
    CfgGNSS {
      $0.channels = 32
      $0.channelsToUse = 32
      let missing: [SatelliteSystem] = generation <= .ublox7 ? [.galileo, .beiDou] : []
      $0.blocks = Self.systems.filter { !missing.contains($0.0) }.map { system, ena, _ in
        var block = CfgGNSS.Block()
        block.system = system
        let isSmall = system == .sbas || system == .qzss
        block.fewestChannels = isSmall ? 1 : 8
        block.mostChannels = isSmall ? 3 : 16
        block.isEnabled = isOn(ena)
        block.signals = 1
        return block
      }
    }
  }

  /// Applies the named systems only; returns false for a set that the chip can't receive at once.
  mutating func take(_ message: CfgGNSS, _ generation: ReceiverGeneration) -> Bool {
    var wanted: [SatelliteSystem: Bool] = [:]
    for (system, _, _) in Self.systems { wanted[system] = receives(system) }
    for block in message.blocks where block.system != .imes {
      guard wanted[block.system] != nil else { return false }
      wanted[block.system] = block.isEnabled && block.signals != 0
    }
    guard Self.isPossible({ wanted[$0] == true }, generation) else { return false }
    for (system, ena, signal) in Self.systems where message.blocks.contains(where: { $0.system == system }) {
      set(ena, wanted[system] == true ? 1 : 0)
      if wanted[system] == true { set(signal, 1) }
    }
    return true
  }

  /// Whether a chip can receive a set: at least one system that works alone, and not too many bands.
  static func isPossible(_ has: (SatelliteSystem) -> Bool, _ generation: ReceiverGeneration) -> Bool {
    guard has(.gps) || has(.galileo) || has(.beiDou) || has(.glonass) else { return false }
    return switch generation {
    case .ublox5, .ublox6: has(.gps) && !has(.glonass) && !has(.galileo) && !has(.beiDou)
    case .ublox7: !(has(.gps) && has(.glonass)) && !has(.galileo) && !has(.beiDou)
    case .ublox8: !(has(.glonass) && has(.beiDou))
    case .ublox9, .ublox10, .x20: true
    }
  }

  // MARK: - CFG-SBAS, CFG-NMEA, CFG-NAVX5

  var sbas: CfgSBAS {
    CfgSBAS {
      $0.isEnabled = isOn(.sbas)
      $0.usesTestMode = isOn(key(0x1036_0002))
      $0.usesRange = isOn(.sbasRanges)
      $0.usesCorrections = isOn(.sbasCorrections)
      $0.usesIntegrity = isOn(.sbasIntegrity)
      $0.mostChannels = 3
      $0.numbers = UInt32(truncatingIfNeeded: self[.sbasNumbers])
      $0.laterNumbers = UInt8(truncatingIfNeeded: self[.sbasNumbers] >> 32)
    }
  }

  mutating func take(_ message: CfgSBAS) -> Bool {
    set(.sbas, message.isEnabled ? 1 : 0)
    set(key(0x1036_0002), message.usesTestMode ? 1 : 0)
    set(.sbasRanges, message.usesRange ? 1 : 0)
    set(.sbasCorrections, message.usesCorrections ? 1 : 0)
    set(.sbasIntegrity, message.usesIntegrity ? 1 : 0)
    set(.sbasNumbers, UInt64(message.numbers) | UInt64(message.laterNumbers) << 32)
    return true
  }

  /// NMEA revisions as numbered in the old message and in the configuration values.
  private static let revisions: [(old: UInt8, value: UInt64)] = [
    (0x21, 21), (0x23, 23), (0x40, 40), (0x41, 41), (0x4B, 42),
  ]

  func nmea(_ generation: ReceiverGeneration) -> CfgNMEA {
    let length = generation >= .ublox8 ? 20 : generation == .ublox7 ? 12 : 4
    var message: CfgNMEA = message(.cfgNMEA, length: length)
    message.revision = Self.revisions.first { $0.value == self[.nmeaRevision] }?.old ?? 0x40
    message.isHighPrecision = isOn(.nmeaHighPrecision)
    if length == 20 { message.layout = 1 }
    return message
  }

  mutating func take(_ message: CfgNMEA) -> Bool {
    guard let revision = Self.revisions.first(where: { $0.old == message.revision }) else { return false }
    set(.nmeaRevision, revision.value)
    set(.nmeaHighPrecision, message.isHighPrecision ? 1 : 0)
    keep(message.payload, in: Slot(kind: .cfgNMEA))
    return true
  }

  var navx5: CfgNAVX5 {
    var message: CfgNAVX5 = message(.cfgNAVX5, length: 40)
    if payload(Slot(kind: .cfgNAVX5)) == nil {
      (message.fewestSatellites, message.mostSatellites, message.minimumSignal) = (3, 32, 6)
    }
    message.acknowledgesAssistance = isOn(.acknowledgesAssistance) ? 1 : 0
    return message
  }

  mutating func take(_ message: CfgNAVX5) -> Bool {
    let before = navx5
    var message = message
    // Bit 10 marks this field as valid.
    if message.mask & 1 << 10 == 0 { message.acknowledgesAssistance = before.acknowledgesAssistance }
    set(.acknowledgesAssistance, message.acknowledgesAssistance == 0 ? 0 : 1)
    keep(message.payload, in: Slot(kind: .cfgNAVX5))
    return true
  }
}
