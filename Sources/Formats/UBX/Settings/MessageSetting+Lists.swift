// Settings that are lists: protocols, systems and messages.

extension MessageSetting<ProtocolSet> {
  /// The protocols that the port in use sends; only UBX and NMEA are read and changed.
  public static var protocols: Self {
    Self(
      MessageForm(
        CfgPRT.self, of: { [$0.port.rawValue] }, { $0.output.intersection([.ubx, .nmea]) },
        { $0.output = $0.output.subtracting([.ubx, .nmea]).union($1.intersection([.ubx, .nmea])) }),
      ValueForm(
        keys: { table throws(SettingTable.Refusal) in [try table.protocolKeys()] },
        read: { table, values in
          guard let keys = try? table.protocolKeys(), let ubx = values.flag(keys[0]),
            let nmea = values.flag(keys[1])
          else { return nil }
          return (ubx ? .ubx : ProtocolSet()).union(nmea ? .nmea : ProtocolSet())
        },
        pairs: { table, protocols, _ throws(SettingTable.Refusal) in
          let keys = try table.protocolKeys()
          return [.pair(keys[0], protocols.contains(.ubx)), .pair(keys[1], protocols.contains(.nmea))]
        }))
  }
}

extension MessageSetting<[SatelliteSystem]> {
  /// The satellite systems received, except SBAS, which is a setting of its own.
  public static var systems: Self {
    Self(
      MessageForm(CfgGNSS.self) { table throws(SettingTable.Refusal) in
        guard table.generation >= .ublox7 else { throw .unknownSetting }
        return []
      } _: { message in
        message.blocks.filter { $0.isEnabled && isSelectable($0.system) }.map { $0.system }
      } _: { message, systems throws(SettingTable.Refusal) in
        for system in systems where !message.blocks.contains(where: { $0.system == system }) {
          throw .unknownSystem(system)
        }
        for place in message.blocks.indices where isSelectable(message.blocks[place].system) {
          let isWanted = systems.contains(message.blocks[place].system)
          message.blocks[place].isEnabled = isWanted
          // Channels and signals stay, but an enabled system gets a signal.
          if isWanted, message.blocks[place].signals == 0 { message.blocks[place].signals = 1 }
        }
      },
      ValueForm { _ in
        [[.all(inGroup: ConfigurationKey.gps.group)]]
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

  /// SBAS has a setting of its own, and IMES can't be requested.
  private static func isSelectable(_ system: SatelliteSystem) -> Bool { system != .sbas && system != .imes }

  /// Each system with the keys of its signals; the first key is the one that all receivers have.
  private static var keys: [(system: SatelliteSystem, isOn: ConfigurationKey, signals: [ConfigurationKey])] {
    [
      (.gps, .gps, [.gpsL1] + others(0x1031_0003, 0x1031_0004)),
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
      MessageForm { _ in
        all.map { SettingTable.poll(.cfgMSG, [$0.messageClass, $0.identifier]) }
      } read: { table, answers in
        let rates = rates(answers)
        return all.filter { kind in
          rates.contains { $0.message == kind && $0.rates[Int(table.port.rawValue)] > 0 }
        }
      } commands: { table, kinds, answers throws(SettingTable.Refusal) in
        let rates = rates(answers)
        for kind in kinds where !rates.contains(where: { $0.message == kind }) { throw .unknownMessage(kind) }
        let port = Int(table.port.rawValue)
        return rates.compactMap { message in
          let isWanted = kinds.contains(message.message)
          guard (message.rates[port] > 0) != isWanted else { return nil }
          var message = message
          message.rates[port] = isWanted ? 1 : 0
          return .cfgMSG(message)
        }
      },
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

  /// The message rates that the receiver reported.
  private static func rates(_ answers: [Message?]) -> [CfgMSG] {
    answers.compactMap { if case .cfgMSG(let message) = $0 { message } else { nil } }
  }
}
