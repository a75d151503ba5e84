// Each message has five consecutive keys for its rate, one per port: I²C, UART1, UART2, USB, SPI.

extension ConfigurationKey {
  /// Returns the key for the rate of a message on a port; nil if the message has none.
  ///
  /// The value is N for every Nth epoch, or 0 for never. Sentences have class 0xF0, PUBX 0xF1, as in CFG-MSG.
  package static func output(of kind: MessageKind, on port: PortNumber) -> ConfigurationKey? {
    guard port.rawValue <= PortNumber.spi.rawValue else { return nil }
    return NamedKind.first { $0.kind == kind }?.rateKey.map {
      ConfigurationKey(rawValue: $0 + UInt32(port.rawValue))
    }
  }

  /// All keys for message rates, one per message and port.
  package static var allOutputs: [ConfigurationKey] {
    NamedKind.all.flatMap { $0.compactMap { $0.rateKey } }
      .flatMap { key in (0...4).map { ConfigurationKey(rawValue: key + $0) } }
  }

  /// The message and port of a rate setting, or nil for other settings.
  package var output: (kind: MessageKind, port: PortNumber)? {
    rate.map { ($0.row.kind, PortNumber(rawValue: UInt8($0.port))) }
  }

  /// The table entry that corresponds to the key of a rate setting.
  static func outputSetting(_ key: ConfigurationKey) -> ConfigurationSetting? {
    key.rate.map { row, port in
      ConfigurationSetting(key.rawValue, "CFG-MSGOUT-" + row.keyName + "_" + portNames[port], .unsigned)
    }
  }

  /// The key for a name that begins with `CFG-MSGOUT-`.
  static func output(named name: String) -> ConfigurationKey? {
    for (place, port) in portNames.enumerated() {
      let row = NamedKind.first {
        $0.rateKey != nil && sameBytes("CFG-MSGOUT-" + $0.keyName + "_" + port, name)
      }
      if let key = row?.rateKey { return ConfigurationKey(rawValue: key + UInt32(place)) }
    }
    return nil
  }

  /// The row of the message whose rate this key sets, and the index of the port.
  private var rate: (row: NamedKind, port: Int)? {
    for rows in NamedKind.all {
      for row in rows {
        if let first = row.rateKey, 0...4 ~= Int64(rawValue) - Int64(first) {
          return (row, Int(rawValue - first))
        }
      }
    }
    return nil
  }

  private static let portNames = ["I2C", "UART1", "UART2", "USB", "SPI"]
}
