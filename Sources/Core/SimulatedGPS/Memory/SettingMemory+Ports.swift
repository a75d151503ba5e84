internal import UBX

// Settings that are lists: the protocols of a port, the rates of messages, the systems that are received.

extension SettingMemory {
  /// Whether a port accepts a protocol as input.
  func hears(_ wanted: ProtocolSet, on port: PortNumber) -> Bool {
    port.protocolKeys.contains { $0.word == wanted && isOn($0.input) }
  }

  /// Whether a port sends a protocol.
  func speaks(_ wanted: ProtocolSet, on port: PortNumber) -> Bool {
    port.protocolKeys.contains { $0.word == wanted && isOn($0.output) }
  }

  /// Sets the protocols of a port.
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

  /// Whether a message has rates.
  func hasRates(_ kind: MessageKind) -> Bool {
    ConfigurationKey.output(of: kind, on: .i2c).map(knows) == true
  }

  /// Whether a system is received: it needs a signal, too.
  func receives(_ system: SatelliteSystem) -> Bool {
    SatelliteSystem.keys.contains { row in
      row.system == system && isOn(row.isOn) && row.signals.first.map(isOn) == true
    }
  }

  /// Whether a chip can receive what is enabled: at least one system that works alone, and not too many bands.
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
