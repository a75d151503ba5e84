internal import UBX

// The settings of u-blox 5 to 9: one message for each; an empty payload is a query.

extension UBloxReceiver {
  /// Returns the answer to a query for a setting; nil for anything else.
  func reply(_ kind: MessageKind, _ payload: [UInt8]) -> [UInt8]? {
    let generation = chip.generation
    guard hasSetting(kind) else { return nil }
    switch kind {
    case .cfgPRT:
      guard payload.count <= 1 else { return nil }
      return memory.prt(payload.first.map { PortNumber(rawValue: $0) } ?? port)?.encoded()
    case .cfgMSG:
      guard payload.count == 2 else { return nil }
      return memory.msg(MessageKind(payload[0], payload[1]))?.encoded()
    case .cfgTP5:
      guard payload.count <= 1 else { return nil }
      return memory.tp5(payload.first ?? 0)?.encoded()
    case .cfgINF:
      guard payload.count == 1, payload[0] <= 1 else { return nil }
      return frame(kind, memory.payload(slot(kind, payload[0])) ?? [payload[0], 0, 0, 0, 7, 7, 7, 7, 7, 0])
    default: break
    }
    guard payload.isEmpty else { return nil }
    return switch kind {
    case .cfgRATE: memory.rate.encoded()
    case .cfgNAV5: memory.nav5.encoded()
    case .cfgNAVX5: memory.navx5.encoded()
    case .cfgGNSS: memory.gnss(generation).encoded()
    case .cfgSBAS: memory.sbas.encoded()
    case .cfgNMEA: memory.nmea(generation).encoded()
    case .cfgANT: memory.ant.encoded()
    case .cfgITFM: memory.itfm.encoded()
    case .cfgRXM: memory.rxm.encoded()
    case .cfgPM2: memory.pm2.encoded()
    case .cfgTMODE2: memory.tmode2.encoded()
    case .cfgTMODE3: memory.tmode3.encoded()
    case .cfgUSB: frame(kind, memory.payload(slot(kind)) ?? usb)
    case .cfgHNR: frame(kind, [UInt8(memory.sensorRate), 0, 0, 0])
    default: nil
    }
  }

  /// Applies a setting; returns false for one that this receiver does not have, or for an impossible value.
  mutating func take(_ kind: MessageKind, _ payload: [UInt8]) -> Bool {
    let bytes = payload.span
    let generation = chip.generation
    guard hasSetting(kind) else { return false }
    switch kind {
    case .cfgPRT: return takePorts(payload)
    case .cfgMSG:
      guard let message = CfgMSG(payload: bytes), chip.hasOutput(message.message) else { return false }
      return memory.take(message, on: port)
    case .cfgRATE:
      return CfgRATE(payload: bytes).map { memory.take($0, shortest: chip.shortestInterval) } ?? false
    case .cfgNAV5: return CfgNAV5(payload: bytes).map { memory.take($0) } ?? false
    case .cfgNAVX5: return CfgNAVX5(payload: bytes).map { memory.take($0) } ?? false
    case .cfgGNSS: return CfgGNSS(payload: bytes).map { memory.take($0, generation) } ?? false
    case .cfgSBAS: return CfgSBAS(payload: bytes).map { memory.take($0) } ?? false
    case .cfgNMEA: return CfgNMEA(payload: bytes).map { memory.take($0) } ?? false
    case .cfgTP5: return CfgTP5(payload: bytes).map { memory.take($0) } ?? false
    case .cfgANT: return CfgANT(payload: bytes).map { memory.take($0) } ?? false
    case .cfgITFM: return CfgITFM(payload: bytes).map { memory.take($0) } ?? false
    case .cfgRXM: return CfgRXM(payload: bytes).map { memory.take($0) } ?? false
    case .cfgPM2: return CfgPM2(payload: bytes).map { memory.take($0) } ?? false
    case .cfgTMODE2: return CfgTMODE2(payload: bytes).map { memory.take($0) } ?? false
    case .cfgTMODE3: return CfgTMODE3(payload: bytes).map { memory.take($0) } ?? false
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
    default: return false
    }
  }

  /// One message may set several ports, 20 bytes each.
  private mutating func takePorts(_ payload: [UInt8]) -> Bool {
    guard !payload.isEmpty, payload.count % 20 == 0 else { return false }
    for place in stride(from: 0, to: payload.count, by: 20) {
      let block = Array(payload[place..<(place + 20)])
      guard let message = CfgPRT(payload: block.span), memory.take(message) else { return false }
    }
    return true
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
  /// Whether a message or sentence can be switched on; messages that are only polled have no rate.
  fileprivate func hasOutput(_ kind: MessageKind) -> Bool {
    switch kind.messageClass {
    case 0xF0, 0xF1: true
    case 0x01, 0x0A, 0x27, 0x28: kind != .monVER && kind != .secUNIQID && kind != .monGNSS && says(kind)
    default: false
    }
  }
}
