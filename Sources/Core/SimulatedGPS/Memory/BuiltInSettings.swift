internal import GPSBase
internal import UBX

/// The factory settings of a u-blox receiver.
struct BuiltInSettings {
  private(set) var values: [ConfigurationKey: UInt64] = [:]
  private let chip: UBloxChip

  /// Sets up every setting that a receiver has.
  ///
  /// - Parameters:
  ///   - chip: The receiver's chip.
  ///   - interval: Milliseconds between fixes.
  ///   - speed: Bits per second of the first serial port.
  ///   - sentences: The period of each sentence, in epochs.
  ///   - messages: The UBX messages to send, each with its period in epochs.
  ///   - saysSentences: Whether sentences are sent at all.
  init(
    _ chip: UBloxChip, interval: Int64, speed: Int, sentences: OutputTable, messages: [(MessageKind, Int)],
    saysSentences: Bool
  ) {
    self.chip = chip
    for setting in ConfigurationSetting.all where isHere(setting.name) { values[setting.key] = 0 }
    for key in ConfigurationKey.allOutputs {
      // Messages that are never sent still have a rate, but not on a port that the chip lacks.
      guard let output = key.output, isHere(output.port) else { continue }
      values[key] = 0
    }
    for (key, value) in Self.usual { put(key, value) }
    put(.measurementInterval, UInt64(interval))
    put(.uart1Speed, UInt64(speed))
    put(.uart2Speed, UInt64(chip.speed))
    for name in ["UART1", "USB", "UART2", "I2C", "SPI"] {
      for word in ["UBX", "NMEA", "RTCM2X", "RTCM3X"] { put("CFG-\(name)INPROT-\(word)", 1) }
      put("CFG-\(name)OUTPROT-UBX", 1)
      put("CFG-\(name)OUTPROT-NMEA", saysSentences ? 1 : 0)
    }
    for kind in SentenceKind.allCases {
      guard let message = kind.message else { continue }
      put(message, sentences[kind])
    }
    for (kind, period) in messages { put(kind, period) }
    for system in systems { put(system, 1) }
  }

  private mutating func put(_ key: ConfigurationKey, _ value: UInt64) {
    if values[key] != nil { values[key] = value }
  }

  private mutating func put(_ name: String, _ value: UInt64) {
    if let key = ConfigurationKey(name: name) { put(key, value) }
  }

  /// Sets the period of a message on every port.
  private mutating func put(_ kind: MessageKind, _ period: Int) {
    for port: PortNumber in [.i2c, .uart1, .uart2, .usb, .spi] {
      if let key = ConfigurationKey.output(of: kind, on: port) { put(key, UInt64(period)) }
    }
  }

  private func isHere(_ port: PortNumber) -> Bool {
    switch port {
    case .usb: chip.generation.hasUSB
    case .uart2: chip.generation.hasSecondSerialPort
    default: true
    }
  }

  /// Leaves out settings of other chips; an M10 lacks USB, a second serial port, corrections and fences.
  private func isHere(_ name: String) -> Bool {
    let missing =
      chip.generation == .ublox10
      ? ["USB", "UART2", "RTCM", "SPARTN", "GEOFENCE", "TMODE", "TP2", "TP3", "TP-DUTY_LOCK_TP2", "LBAND"]
      : ["SPARTN", "LBAND", "TP3"]
    return !missing.contains { name.holds($0) }
  }

  /// The systems and signals that are received by default.
  private var systems: [ConfigurationKey] {
    let four: [ConfigurationKey] = [
      .gps, .gpsL1, .sbas, .sbasL1, .galileo, .galileoE1, .beiDou, .beiDouB1, .qzss, .qzssL1, .glonass,
      .glonassL1,
    ]
    let two: [ConfigurationKey] = [.gps, .gpsL1, .sbas, .sbasL1, .qzss, .qzssL1, .glonass, .glonassL1]
    return switch chip.generation {
    case .ublox5, .ublox6, .ublox7: [.gps, .gpsL1, .sbas, .sbasL1]
    case .ublox8: two
    case .ublox9, .ublox10, .x20: four
    }
  }

  private static let usual: [(ConfigurationKey, UInt64)] = [
    (.measurementsPerFix, 1), (.timeReference, 1), (.fixMode, 3), (.minimumElevation, 5),
    (.minimumSignal, 6), (.sbasRanges, 1), (.sbasCorrections, 1), (.nmeaRevision, 40), (.timePulse, 1),
    (.timePulsePeriod, 1_000_000), (.timePulseLockedPeriod, 1_000_000), (.timePulseLockedLength, 100_000),
    (.antennaPower, 1), (.antennaShort, 1), (.sbasNumbers, 0x3_AD22),
    (.maximumPositionDilution, 250), (.maximumTimeDilution, 250), (.maximumPositionError, 100),
    (.maximumTimeError, 350), (.jammingBroadband, 3), (.jammingContinuous, 15),
  ]
}

extension SentenceKind {
  /// The UBX message number of a sentence in settings; nil for sentences that u-blox receivers do not send.
  var message: MessageKind? {
    switch self {
    case .gga: MessageKind(0xF0, 0x00)
    case .gll: MessageKind(0xF0, 0x01)
    case .gsa: MessageKind(0xF0, 0x02)
    case .gsv: MessageKind(0xF0, 0x03)
    case .rmc: MessageKind(0xF0, 0x04)
    case .vtg: MessageKind(0xF0, 0x05)
    case .gst: MessageKind(0xF0, 0x07)
    case .zda: MessageKind(0xF0, 0x08)
    case .gbs: MessageKind(0xF0, 0x09)
    case .gns: MessageKind(0xF0, 0x0D)
    case .pubx00: MessageKind(0xF1, 0x00)
    case .pubx03: MessageKind(0xF1, 0x03)
    case .pubx04: MessageKind(0xF1, 0x04)
    case .pgrme, .pgrmz, .pgrmm, .bod, .rte, .antenna: nil
    }
  }
}
