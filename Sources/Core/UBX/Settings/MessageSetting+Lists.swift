// Settings that are lists: protocols, systems and messages.

extension MessageSetting<ProtocolSet> {
  /// The protocols that the port in use sends; only UBX and NMEA are read and changed.
  public static var protocols: Self {
    Self(
      CfgPRT.self,
      ValueForm(
        keys: { table throws(SettingTable.Refusal) in [try table.protocolKeys().map { $0.output }] },
        read: { table, values in
          guard let keys = try? table.protocolKeys() else { return nil }
          var protocols = ProtocolSet()
          for (word, _, key) in keys {
            guard let isOn = values.flag(key) else { return nil }
            if isOn { protocols.formUnion(word) }
          }
          return protocols
        },
        pairs: { table, protocols, _ throws(SettingTable.Refusal) in
          try table.protocolKeys().map { .pair($0.output, protocols.contains($0.word)) }
        }))
  }
}

extension MessageSetting<[SatelliteSystem]> {
  /// The satellite systems received, except SBAS, which is a setting of its own.
  public static var systems: Self {
    Self(
      CfgGNSS.self,
      ValueForm { table throws(SettingTable.Refusal) in
        guard table.generation >= .ublox7 else { throw .unknownSetting }
        return [[.all(inGroup: ConfigurationKey.gps.group)]]
      } read: { _, values in
        values.isEmpty ? nil : keys.filter { values.flag($0.isOn) == true }.map { $0.system }
      } pairs: { _, systems, values throws(SettingTable.Refusal) in
        for system in systems
        where !keys.contains(where: { $0.system == system && values[$0.isOn] != nil }) {
          throw .unknownSystem(system)
        }
        var pairs: [ConfigurationPair] = []
        for row in keys where values[row.isOn] != nil {
          let isWanted = systems.contains(row.system)
          pairs.append(.pair(row.isOn, isWanted))
          // Receivers refuse an enabled system without signals, so enable its first one; keep the others.
          let signals = row.signals.filter { values[$0] != nil }
          if isWanted, let first = signals.first, !signals.contains(where: { values[$0] != 0 }) {
            pairs.append(.pair(first, true))
          }
        }
        return pairs
      })
  }

  /// SBAS has a setting of its own.
  private static var keys: [SatelliteSystem.Keys] { SatelliteSystem.keys.filter { $0.system != .sbas } }
}

extension SatelliteSystem {
  /// A system, the key that enables it, and the keys of its signals, of which all receivers have the first.
  package typealias Keys = (system: SatelliteSystem, isOn: ConfigurationKey, signals: [ConfigurationKey])

  /// The systems with keys, in the order of CFG-GNSS.
  package static var keys: [Keys] {
    [
      (.gps, .gps, [.gpsL1] + others(0x1031_0003, 0x1031_0004)), (.sbas, .sbas, [.sbasL1]),
      (.galileo, .galileo, [.galileoE1] + others(0x1031_0009, 0x1031_000A, 0x1031_000B)),
      (.beiDou, .beiDou, [.beiDouB1, .beiDouB1C] + others(0x1031_000E, 0x1031_0010, 0x1031_0028)),
      (.qzss, .qzss, [.qzssL1] + others(0x1031_0014, 0x1031_0015, 0x1031_0017)),
      (.glonass, .glonass, [.glonassL1] + others(0x1031_001A)),
      (.navic, .navic, others(0x1031_001D)),
    ]
  }

  private static func others(_ numbers: UInt32...) -> [ConfigurationKey] {
    numbers.map { ConfigurationKey(rawValue: $0) }
  }
}

extension MessageSetting<[MessageKind]> {
  /// The messages sent with each epoch, out of a list of messages; sentences have class 0xF0.
  ///
  /// An enabled message keeps its rate: a low rate, such as every tenth epoch, was set on purpose.
  public static func outputs(of all: [MessageKind]) -> Self {
    // Every firmware supports the sentences.
    let areSentences = all.allSatisfy { $0.messageClass == 0xF0 }
    return Self(
      in: { _ in OlderMessages(CfgMSG.self, all.map { [$0.messageClass, $0.identifier] }) },
      ValueForm { table throws(SettingTable.Refusal) in
        var keys: [ConfigurationKey] = []
        for kind in all {
          guard let key = ConfigurationKey.output(of: kind, on: table.port) else {
            throw .unknownMessage(kind)
          }
          keys.append(key)
        }
        return areSentences ? [keys] : keys.map { [$0] }
      } read: { table, values in
        guard !values.isEmpty else { return nil }
        return all.filter { kind in
          ConfigurationKey.output(of: kind, on: table.port).flatMap { values.flag($0) } ?? false
        }
      } pairs: { table, kinds, values throws(SettingTable.Refusal) in
        var pairs: [ConfigurationPair] = []
        for kind in all {
          let isWanted = kinds.contains(kind)
          guard let key = ConfigurationKey.output(of: kind, on: table.port), let rate = values[key] else {
            if isWanted { throw .unknownMessage(kind) }
            continue
          }
          if (rate > 0) != isWanted { pairs.append(.pair(key, isWanted)) }
        }
        return pairs
      },
      mayBeRefused: { _ in !areSentences })
  }
}

// MARK: - The fields of older messages

extension CfgPRT: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    if let key = port.speedKey { keys.number(key, &baudRate) }
    for (word, inputKey, outputKey) in port.protocolKeys {
      keys.flag(inputKey, &input[word])
      keys.flag(outputKey, &output[word])
    }
  }

  package static func item(_ table: SettingTable) -> [UInt8] { [table.port.rawValue] }
}

extension ProtocolSet {
  fileprivate subscript(word: ProtocolSet) -> Bool {
    get { contains(word) }
    set { self = newValue ? union(word) : subtracting(word) }
  }
}

extension PortNumber {
  /// A protocol, with the keys that switch it on and off.
  package typealias ProtocolKeys = (word: ProtocolSet, input: ConfigurationKey, output: ConfigurationKey)

  /// The key for the speed of the port; nil for a port without a speed.
  package var speedKey: ConfigurationKey? {
    self == .uart1 ? .uart1Speed : self == .uart2 ? .uart2Speed : nil
  }

  /// The protocols of the port, with the keys for its input and its output.
  package var protocolKeys: [ProtocolKeys] {
    guard rawValue <= PortNumber.spi.rawValue else { return [] }
    // The groups alternate: input and output of I²C, UART1, UART2, USB, SPI.
    let first = 0x1071_0000 + 0x2_0000 * UInt32(rawValue)
    let items: [(ProtocolSet, UInt32)] = [(.ubx, 1), (.nmea, 2), (.rtcm2, 3), (.rtcm3, 4)]
    return items.map { word, item in
      (
        word, ConfigurationKey(rawValue: first + item),
        ConfigurationKey(rawValue: first + 0x1_0000 + item)
      )
    }
  }
}

extension CfgMSG: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    guard !isForThisPort else { return }
    for port: UInt8 in 0...4 {
      guard let key = ConfigurationKey.output(of: message, on: PortNumber(rawValue: port)) else { return }
      keys.number(key, &rates[Int(port)])
    }
  }
}

extension CfgGNSS: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    for place in blocks.indices {
      guard let row = SatelliteSystem.keys.first(where: { $0.system == blocks[place].system }) else {
        continue
      }
      keys.flag(row.isOn, &blocks[place].isEnabled)
      // An enabled system gets a signal; otherwise channels and signals stay.
      guard let key = row.signals.first else { continue }
      keys.field(
        key, &blocks[place].signals, { $0 == 0 ? 0 : 1 },
        { [old = blocks[place].signals] in $0 != 0 && old == 0 ? 1 : old })
    }
  }
}
