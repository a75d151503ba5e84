internal import UBX

// Configuration messages up to u-blox 9 for ports, rates and messages, mapped to the values of the memory.

extension SettingMemory {
  /// The key group of a port; nil for a port without its own protocol settings.
  private static func group(of port: PortNumber) -> UInt32? {
    switch port {
    case .i2c: 0x1071_0000
    case .uart1: 0x1073_0000
    case .uart2: 0x1075_0000
    case .usb: 0x1077_0000
    case .spi: 0x1079_0000
    default: nil
    }
  }

  private static func key(_ group: UInt32, _ item: UInt32) -> ConfigurationKey {
    ConfigurationKey(rawValue: group | item)
  }

  /// The protocols of a port, as mask bit and key item.
  private static let protocols: [(ProtocolSet, UInt32)] = [(.ubx, 1), (.nmea, 2), (.rtcm2, 3), (.rtcm3, 4)]

  /// The key of a serial port's speed.
  static func speed(of port: PortNumber) -> ConfigurationKey? {
    port == .uart1 ? .uart1Speed : port == .uart2 ? .uart2Speed : nil
  }

  /// Whether a port accepts a protocol as input.
  func hears(_ wanted: ProtocolSet, on port: PortNumber) -> Bool { input(of: port).contains(wanted) }

  /// Whether a port sends a protocol.
  func speaks(_ wanted: ProtocolSet, on port: PortNumber) -> Bool { output(of: port).contains(wanted) }

  private func input(of port: PortNumber) -> ProtocolSet {
    guard let group = Self.group(of: port) else { return [] }
    return ProtocolSet(Self.protocols.filter { isOn(Self.key(group, $0.1)) }.map(\.0))
  }

  private func output(of port: PortNumber) -> ProtocolSet {
    guard let group = Self.group(of: port) else { return [] }
    return ProtocolSet(Self.protocols.filter { isOn(Self.key(group + 0x1_0000, $0.1)) }.map(\.0))
  }

  /// Sets the protocols of a port.
  mutating func setProtocols(of port: PortNumber, input: ProtocolSet, output: ProtocolSet) {
    guard let group = Self.group(of: port) else { return }
    for (bit, item) in Self.protocols {
      set(Self.key(group, item), input.contains(bit) ? 1 : 0)
      set(Self.key(group + 0x1_0000, item), output.contains(bit) ? 1 : 0)
    }
  }

  /// The settings of a port; nil for a port that does not exist.
  func prt(_ port: PortNumber) -> CfgPRT? {
    guard port.rawValue <= PortNumber.spi.rawValue else { return nil }
    var blank = [UInt8](repeating: 0, count: 20)
    // Eight bits, no parity, one stop bit.
    (blank[0], blank[4], blank[5]) = (port.rawValue, 0xC0, 0x08)
    let known = payload(Slot(kind: .cfgPRT, number: port.rawValue)) ?? blank
    var message = CfgPRT(payload: known.span)
    message?.port = port
    message?.baudRate = UInt32(clamping: Self.speed(of: port).map { self[$0] } ?? 0)
    message?.input = input(of: port)
    message?.output = output(of: port)
    return message
  }

  /// Configures a port; returns false for a nonexistent port or an unusual speed.
  mutating func take(_ message: CfgPRT) -> Bool {
    guard message.port.rawValue <= PortNumber.spi.rawValue else { return false }
    if let speed = Self.speed(of: message.port) {
      guard CommandLineSpeed.usual.contains(Int(message.baudRate)) else { return false }
      set(speed, UInt64(message.baudRate))
    }
    setProtocols(of: message.port, input: message.input, output: message.output)
    keep(message.payload, in: Slot(kind: .cfgPRT, number: message.port.rawValue))
    return true
  }

  /// The period of a message or sentence on a port, in epochs.
  func period(of kind: MessageKind, on port: PortNumber) -> Int {
    ConfigurationKey.output(of: kind, on: port).map { Int(clamping: self[$0]) } ?? 0
  }

  /// The rates of a message on all ports; nil for a message without rates.
  func msg(_ kind: MessageKind) -> CfgMSG? {
    guard ConfigurationKey.output(of: kind, on: .i2c).map(knows) == true else { return nil }
    return CfgMSG {
      $0.message = kind
      for port in UInt8(0)...4 {
        $0.rates[Int(port)] = UInt8(clamping: period(of: kind, on: PortNumber(rawValue: port)))
      }
    }
  }

  /// Sets the rates of a message; returns false for a message without rates.
  mutating func take(_ message: CfgMSG, on port: PortNumber) -> Bool {
    guard ConfigurationKey.output(of: message.message, on: .i2c).map(knows) == true else { return false }
    let ports = message.isForThisPort ? [port.rawValue] : [0, 1, 2, 3, 4]
    for (place, number) in ports.enumerated() {
      guard let key = ConfigurationKey.output(of: message.message, on: PortNumber(rawValue: number))
      else { continue }
      set(key, UInt64(message.rates[place]))
    }
    return true
  }

  /// The rate of fixes.
  var rate: CfgRATE {
    CfgRATE {
      $0.interval = UInt16(clamping: self[.measurementInterval])
      $0.measurementsPerFix = UInt16(clamping: self[.measurementsPerFix])
      $0.timeReference = UInt16(clamping: self[.timeReference])
    }
  }

  /// Sets the fix rate; returns false for a rate beyond the chip's limits.
  mutating func take(_ message: CfgRATE, shortest: Int64) -> Bool {
    guard Int64(message.interval) >= shortest, 1...127 ~= message.measurementsPerFix else { return false }
    set(.measurementInterval, UInt64(message.interval))
    set(.measurementsPerFix, UInt64(message.measurementsPerFix))
    set(.timeReference, UInt64(message.timeReference))
    return true
  }
}
