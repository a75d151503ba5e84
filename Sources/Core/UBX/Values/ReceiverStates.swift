// States of a receiver as numbers. Unlisted numbers keep their value.

/// The state of an antenna.
public struct AntennaState: RawRepresentable, Sendable, Hashable, PayloadCode {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: initializing.
  public static let initializing = AntennaState(rawValue: 0)
  /// 1: unknown.
  public static let unknown = AntennaState(rawValue: 1)
  /// 2: OK.
  public static let ok = AntennaState(rawValue: 2)
  /// 3: short circuit.
  public static let short = AntennaState(rawValue: 3)
  /// 4: missing antenna; reported only if it is supervised.
  public static let open = AntennaState(rawValue: 4)
}

/// The power state of an antenna.
public struct AntennaPower: RawRepresentable, Sendable, Hashable, PayloadCode {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: off.
  public static let off = AntennaPower(rawValue: 0)
  /// 1: on.
  public static let on = AntennaPower(rawValue: 1)
  /// 2: unknown.
  public static let unknown = AntennaPower(rawValue: 2)
}

/// The state of jamming detection.
public struct JammingState: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: unknown, or monitoring is disabled.
  public static let unknown = JammingState(rawValue: 0)
  /// 1: no significant jamming.
  public static let none = JammingState(rawValue: 1)
  /// 2: interference is visible, but there is a fix.
  public static let warning = JammingState(rawValue: 2)
  /// 3: interference prevents a fix.
  public static let critical = JammingState(rawValue: 3)
}

/// The state of spoofing detection.
public struct SpoofingState: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: unknown, or detection is disabled.
  public static let unknown = SpoofingState(rawValue: 0)
  /// 1: no spoofing indicated.
  public static let none = SpoofingState(rawValue: 1)
  /// 2: spoofing indicated.
  public static let indicated = SpoofingState(rawValue: 2)
  /// 3: multiple indications of spoofing.
  public static let affirmed = SpoofingState(rawValue: 3)
}

/// The tracking state of a signal.
public struct SignalQuality: RawRepresentable, Sendable, Hashable, PayloadCode {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: no signal.
  public static let none = SignalQuality(rawValue: 0)
  /// 1: searching.
  public static let searching = SignalQuality(rawValue: 1)
  /// 2: acquired.
  public static let acquired = SignalQuality(rawValue: 2)
  /// 3: acquired but unusable.
  public static let unusable = SignalQuality(rawValue: 3)
  /// 4: code locked.
  public static let codeLocked = SignalQuality(rawValue: 4)
  /// 5: code and carrier locked; so are 6 and 7.
  public static let carrierLocked = SignalQuality(rawValue: 5)
}

/// A satellite system, with u-blox's number.
public struct SatelliteSystem: RawRepresentable, Sendable, Hashable, PayloadCode {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: GPS.
  public static let gps = SatelliteSystem(rawValue: 0)
  /// 1: SBAS.
  public static let sbas = SatelliteSystem(rawValue: 1)
  /// 2: Galileo.
  public static let galileo = SatelliteSystem(rawValue: 2)
  /// 3: BeiDou.
  public static let beiDou = SatelliteSystem(rawValue: 3)
  /// 4: IMES, indoor transmitters.
  public static let imes = SatelliteSystem(rawValue: 4)
  /// 5: QZSS.
  public static let qzss = SatelliteSystem(rawValue: 5)
  /// 6: GLONASS.
  public static let glonass = SatelliteSystem(rawValue: 6)
  /// 7: NavIC.
  public static let navic = SatelliteSystem(rawValue: 7)
}

/// A port of a receiver.
public struct PortNumber: RawRepresentable, Sendable, Hashable, PayloadCode {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: I²C, which u-blox also calls DDC.
  public static let i2c = PortNumber(rawValue: 0)
  /// 1: the first serial port.
  public static let uart1 = PortNumber(rawValue: 1)
  /// 2: the second serial port.
  public static let uart2 = PortNumber(rawValue: 2)
  /// 3: USB.
  public static let usb = PortNumber(rawValue: 3)
  /// 4: SPI.
  public static let spi = PortNumber(rawValue: 4)
}
