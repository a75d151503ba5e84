// States of a receiver, as numbers. Numbers that are not in a list keep their value.

/// The state of an antenna.
public struct AntennaState: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: not known yet.
  public static let initializing = AntennaState(rawValue: 0)
  /// 1: nobody knows.
  public static let unknown = AntennaState(rawValue: 1)
  /// 2: in order.
  public static let ok = AntennaState(rawValue: 2)
  /// 3: a short circuit.
  public static let short = AntennaState(rawValue: 3)
  /// 4: no antenna; only said where it is watched.
  public static let open = AntennaState(rawValue: 4)
}

/// Whether an antenna has power.
public struct AntennaPower: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: it has none.
  public static let off = AntennaPower(rawValue: 0)
  /// 1: it has power.
  public static let on = AntennaPower(rawValue: 1)
  /// 2: nobody knows.
  public static let unknown = AntennaPower(rawValue: 2)
}

/// Whether something disturbs the reception.
public struct JammingState: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: not known, or not watched.
  public static let unknown = JammingState(rawValue: 0)
  /// 1: nothing that matters.
  public static let none = JammingState(rawValue: 1)
  /// 2: a disturbance, and there is a fix.
  public static let warning = JammingState(rawValue: 2)
  /// 3: a disturbance that prevents a fix.
  public static let critical = JammingState(rawValue: 3)
}

/// Whether the sky looks forged.
public struct SpoofingState: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: not known, or not watched.
  public static let unknown = SpoofingState(rawValue: 0)
  /// 1: no sign of it.
  public static let none = SpoofingState(rawValue: 1)
  /// 2: a sign of it.
  public static let indicated = SpoofingState(rawValue: 2)
  /// 3: several signs of it.
  public static let affirmed = SpoofingState(rawValue: 3)
}

/// How far a receiver has come with a signal.
public struct SignalQuality: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: no signal.
  public static let none = SignalQuality(rawValue: 0)
  /// 1: searching.
  public static let searching = SignalQuality(rawValue: 1)
  /// 2: found.
  public static let acquired = SignalQuality(rawValue: 2)
  /// 3: found, and not to be used.
  public static let unusable = SignalQuality(rawValue: 3)
  /// 4: the code is followed.
  public static let codeLocked = SignalQuality(rawValue: 4)
  /// 5: code and carrier are followed; so say 6 and 7.
  public static let carrierLocked = SignalQuality(rawValue: 5)
}

/// A system of satellites, as u-blox numbers them.
public struct SatelliteSystem: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: GPS.
  public static let gps = SatelliteSystem(rawValue: 0)
  /// 1: SBAS.
  public static let sbas = SatelliteSystem(rawValue: 1)
  /// 2: Galileo.
  public static let galileo = SatelliteSystem(rawValue: 2)
  /// 3: BeiDou.
  public static let beiDou = SatelliteSystem(rawValue: 3)
  /// 4: IMES, transmitters inside buildings.
  public static let imes = SatelliteSystem(rawValue: 4)
  /// 5: QZSS.
  public static let qzss = SatelliteSystem(rawValue: 5)
  /// 6: GLONASS.
  public static let glonass = SatelliteSystem(rawValue: 6)
  /// 7: NavIC.
  public static let navic = SatelliteSystem(rawValue: 7)
}

/// A port of a receiver.
public struct PortNumber: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
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
