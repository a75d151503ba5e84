internal import UBX

// The settings of u-blox 5 to 9: one message for each; an empty payload is a query.

extension UBloxReceiver {
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

extension UBloxReceiver {
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
