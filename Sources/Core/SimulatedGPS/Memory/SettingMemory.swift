internal import UBX

/// The settings of a u-blox receiver in RAM, battery-backed memory and flash.
///
/// All generations store them here as key-value pairs, the form that u-blox 9 introduced. An old message is
/// one way to read and write some of these values; its other fields are kept as they were written.
struct SettingMemory: Sendable {
  /// One storage layer, with the settings that were changed in it.
  struct Layer: Sendable, Hashable {
    var values: [ConfigurationKey: UInt64] = [:]
    /// Payloads of old messages, by kind and port.
    var payloads: [Slot: [UInt8]] = [:]

    mutating func take(_ other: Layer, _ parts: CfgCFG.Parts = .all) {
      for (key, bits) in other.values where key.isPart(of: parts) { values[key] = bits }
      for (slot, payload) in other.payloads where slot.kind.isPart(of: parts) { payloads[slot] = payload }
    }

    mutating func forget(_ parts: CfgCFG.Parts) {
      values = values.filter { !$0.key.isPart(of: parts) }
      payloads = payloads.filter { !$0.key.kind.isPart(of: parts) }
    }
  }

  /// The storage key for an old message's payload.
  struct Slot: Sendable, Hashable {
    let kind: MessageKind
    /// Distinguishes messages of one kind by their port, for example.
    var number: UInt8 = 0
  }

  /// The factory settings, which contain every key that the receiver knows.
  let builtIn: Layer
  private(set) var ram = Layer()
  private(set) var battery = Layer()
  private(set) var flash = Layer()
  private let hasBattery: Bool
  private let hasFlash: Bool

  init(_ chip: UBloxChip, builtIn: [ConfigurationKey: UInt64]) {
    self.builtIn = Layer(values: builtIn)
    hasBattery = chip.hasBattery
    hasFlash = chip.hasFlash
  }

  // MARK: - Values

  func knows(_ key: ConfigurationKey) -> Bool { builtIn.values[key] != nil }

  /// The value in use; 0 for a setting that this receiver does not have.
  subscript(key: ConfigurationKey) -> UInt64 { ram.values[key] ?? builtIn.values[key] ?? 0 }

  /// The value in use, as a flag.
  func isOn(_ key: ConfigurationKey) -> Bool { self[key] != 0 }

  /// The value stored in a layer; nil if it was not set there.
  func value(_ key: ConfigurationKey, in layer: ConfigurationLayer) -> UInt64? {
    switch layer {
    case .ram: knows(key) ? self[key] : nil
    case .battery: battery.values[key]
    case .flash: flash.values[key]
    case .builtIn: builtIn.values[key]
    default: nil
    }
  }

  /// All keys that match a key or a wildcard, in numerical order.
  func keys(like key: ConfigurationKey) -> [ConfigurationKey] {
    guard key.isWildcard else { return knows(key) ? [key] : [] }
    // Twelve one bits select all groups.
    let isEverything = key.rawValue >> 16 & 0xFFF == 0xFFF
    return builtIn.values.keys.filter { isEverything || $0.group == key.group }
      .sorted { $0.rawValue < $1.rawValue }
  }

  /// Sets a value; settings that this receiver does not have are ignored.
  mutating func set(_ key: ConfigurationKey, _ bits: UInt64, in layers: ConfigurationLayers = .ram) {
    guard knows(key) else { return }
    if layers.contains(.ram) { ram.values[key] = bits }
    if layers.contains(.battery) { battery.values[key] = bits }
    if layers.contains(.flash), hasFlash { flash.values[key] = bits }
  }

  /// Removes a value from layers; it stays in use until the next start.
  mutating func delete(_ key: ConfigurationKey, in layers: ConfigurationLayers) {
    if layers.contains(.battery) { battery.values[key] = nil }
    if layers.contains(.flash) { flash.values[key] = nil }
  }

  /// Whether at least one of these layers can store a value.
  func has(_ layers: ConfigurationLayers) -> Bool {
    layers.contains(.ram) || layers.contains(.battery) || layers.contains(.flash) && hasFlash
  }

  /// The payload of an old message as last written.
  func payload(_ slot: Slot) -> [UInt8]? { ram.payloads[slot] }

  mutating func keep(_ payload: [UInt8], in slot: Slot) { ram.payloads[slot] = payload }

  // MARK: - Power

  /// Cuts the power; battery-backed settings are lost without a battery.
  mutating func losePower() {
    if !hasBattery { battery = Layer() }
    start()
  }

  /// Loads the stored settings; battery-backed values override the flash.
  mutating func start() {
    ram = flash
    ram.take(battery)
  }

  /// Clears, saves and loads parts of the settings, in this order.
  mutating func carryOut(_ command: CfgCFG) {
    let toBattery = command.devices.contains(.battery)
    let toFlash = hasFlash && !command.devices.isDisjoint(with: [.flash, .eeprom, .serialFlash])
    if toBattery {
      battery.forget(command.forget)
      battery.take(ram, command.save)
    }
    if toFlash {
      flash.forget(command.forget)
      flash.take(ram, command.save)
    }
    guard !command.load.isEmpty else { return }
    ram.forget(command.load)
    ram.take(flash, command.load)
    ram.take(battery, command.load)
  }

  // Settings that are lists: the protocols of a port, the rates of messages, the systems that are received.

  /// Whether a port accepts a protocol as input.
  func hears(_ wanted: ProtocolSet, on port: PortNumber) -> Bool {
    port.protocolKeys.contains { $0.word == wanted && isOn($0.input) }
  }

  func speaks(_ wanted: ProtocolSet, on port: PortNumber) -> Bool {
    port.protocolKeys.contains { $0.word == wanted && isOn($0.output) }
  }

  mutating func setProtocols(of port: PortNumber, input: ProtocolSet, output: ProtocolSet) {
    for keys in port.protocolKeys {
      set(keys.input, input.contains(keys.word) ? 1 : 0)
      set(keys.output, output.contains(keys.word) ? 1 : 0)
    }
  }

  /// The period of a message or sentence on a port, in epochs.
  func period(of kind: MessageKind, on port: PortNumber) -> Int {
    ConfigurationKey.output(of: kind, on: port).map { Int(clamping: self[$0]) } ?? 0
  }

  func hasRates(_ kind: MessageKind) -> Bool {
    ConfigurationKey.output(of: kind, on: .i2c).map(knows) == true
  }

  /// Whether a system is received, which also requires a signal.
  func receives(_ system: SatelliteSystem) -> Bool {
    SatelliteSystem.keys.contains { row in
      row.system == system && isOn(row.isOn) && row.signals.first.map(isOn) == true
    }
  }

  /// Whether a chip can receive the enabled systems: at least one that works alone, and not too many bands.
  func isPossible(_ generation: ReceiverGeneration) -> Bool {
    guard receives(.gps) || receives(.galileo) || receives(.beiDou) || receives(.glonass) else {
      return false
    }
    return switch generation {
    case .ublox5, .ublox6:
      receives(.gps) && !receives(.glonass) && !receives(.galileo) && !receives(.beiDou)
    case .ublox7: !(receives(.gps) && receives(.glonass)) && !receives(.galileo) && !receives(.beiDou)
    case .ublox8: !(receives(.glonass) && receives(.beiDou))
    case .ublox9, .ublox10, .x20: true
    }
  }
}

extension ConfigurationKey {
  fileprivate func isPart(of parts: CfgCFG.Parts) -> Bool {
    switch group {
    case 0x51...0x54, 0x64, 0x65, 0x71...0x7A: parts.contains(.ports)
    case 0x91: parts.contains(.messages)
    case 0x92: parts.contains(.notices)
    case 0x31, 0x41, 0xD0: parts.contains(.receiver)
    case 0xA3: parts.contains(.antenna)
    default: parts.contains(.navigation)
    }
  }
}

extension MessageKind {
  /// Whether this old message belongs to one of the CFG-CFG parts.
  fileprivate func isPart(of parts: CfgCFG.Parts) -> Bool {
    switch self {
    case .cfgPRT: parts.contains(.ports)
    case .cfgRXM, .cfgPM2, .cfgGNSS, .cfgITFM: parts.contains(.receiver)
    case .cfgANT: parts.contains(.antenna)
    default: parts.contains(.navigation)
    }
  }
}

extension CfgCFG.Parts {
  fileprivate static let notices = CfgCFG.Parts(rawValue: 0x0004)
  fileprivate static let antenna = CfgCFG.Parts(rawValue: 0x0400)
}
