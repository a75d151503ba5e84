/// The kind of a message: its class and its identifier within that class.
///
/// Any two bytes are a valid kind; the common ones have names.
public struct MessageKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The class in the high byte and the identifier in the low byte: NAV-PVT is 0x0107.
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes a kind from class and identifier, in the order of the wire.
  public init(_ messageClass: UInt8, _ identifier: UInt8) {
    rawValue = UInt16(messageClass) << 8 | UInt16(identifier)
  }

  /// The class of the message.
  public var messageClass: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  /// The identifier within the class.
  public var identifier: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

  /// The class and identifier in hexadecimal, such as `0x01 0x07`.
  public var description: String { Self.hexadecimal(messageClass) + " " + Self.hexadecimal(identifier) }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
  }

  /// The name to display, such as `NAV-PVT` or `GGA`; class and identifier if the kind has no name here.
  package var word: String { NamedKind.first { $0.kind == self }?.word ?? description }

  package static var named: [MessageKind] { NamedKind.all.flatMap { $0.map { $0.kind } } }

  // The kinds in the order of their numbers, and the row of each in the table of names.

  // MARK: - NAV: position and satellites

  /// NAV-POSECEF: position in ECEF coordinates.
  public static var navPOSECEF: MessageKind { MessageKind(0x01, 0x01) }
  /// NAV-POSLLH: latitude, longitude, height.
  public static var navPOSLLH: MessageKind { MessageKind(0x01, 0x02) }
  /// NAV-STATUS: fix status, time to first fix and time since startup.
  public static var navSTATUS: MessageKind { MessageKind(0x01, 0x03) }
  /// NAV-DOP: dilutions of precision.
  public static var navDOP: MessageKind { MessageKind(0x01, 0x04) }
  /// NAV-SOL: the navigation solution of receivers up to u-blox 8.
  public static var navSOL: MessageKind { MessageKind(0x01, 0x06) }
  /// NAV-PVT: position, velocity and time in one message.
  public static var navPVT: MessageKind { MessageKind(0x01, 0x07) }
  /// NAV-VELECEF: velocity in ECEF coordinates.
  public static var navVELECEF: MessageKind { MessageKind(0x01, 0x11) }
  /// NAV-VELNED: velocity north, east and down.
  public static var navVELNED: MessageKind { MessageKind(0x01, 0x12) }
  /// NAV-HPPOSECEF: NAV-POSECEF with a resolution of 0.1 mm.
  public static var navHPPOSECEF: MessageKind { MessageKind(0x01, 0x13) }
  /// NAV-HPPOSLLH: NAV-POSLLH with a resolution of 0.1 mm.
  public static var navHPPOSLLH: MessageKind { MessageKind(0x01, 0x14) }
  /// NAV-PVAT: position, velocity, time and attitude in one message.
  public static var navPVAT: MessageKind { MessageKind(0x01, 0x17) }
  /// NAV-TIMEGPS: time in GPS weeks.
  public static var navTIMEGPS: MessageKind { MessageKind(0x01, 0x20) }
  /// NAV-TIMEUTC: time in UTC.
  public static var navTIMEUTC: MessageKind { MessageKind(0x01, 0x21) }
  /// NAV-CLOCK: bias and drift of the receiver's clock.
  public static var navCLOCK: MessageKind { MessageKind(0x01, 0x22) }
  /// NAV-TIMELS: leap seconds, current and announced.
  public static var navTIMELS: MessageKind { MessageKind(0x01, 0x26) }
  /// NAV-SVINFO: satellites, from receivers up to u-blox 8.
  public static var navSVINFO: MessageKind { MessageKind(0x01, 0x30) }
  /// NAV-ORB: the orbit data that the receiver has.
  public static var navORB: MessageKind { MessageKind(0x01, 0x34) }
  /// NAV-SAT: satellites in view.
  public static var navSAT: MessageKind { MessageKind(0x01, 0x35) }
  /// NAV-COV: covariances of position and velocity.
  public static var navCOV: MessageKind { MessageKind(0x01, 0x36) }
  /// NAV-SIG: signals in view.
  public static var navSIG: MessageKind { MessageKind(0x01, 0x43) }
  /// NAV-EOE: the end of an epoch.
  public static var navEOE: MessageKind { MessageKind(0x01, 0x61) }

  // MARK: - RXM: received signals

  /// RXM-SFRBX: broadcast navigation subframes.
  public static var rxmSFRBX: MessageKind { MessageKind(0x02, 0x13) }
  /// RXM-RAWX: pseudoranges and carrier phases.
  public static var rxmRAWX: MessageKind { MessageKind(0x02, 0x15) }
  /// RXM-RTCM: status of received RTCM corrections.
  public static var rxmRTCM: MessageKind { MessageKind(0x02, 0x32) }

  // MARK: - TIM: time

  /// TIM-TP: the time of the next time pulse.
  public static var timTP: MessageKind { MessageKind(0x0D, 0x01) }

  // MARK: - HNR: high rates

  /// HNR-PVT: high-rate position, velocity and time, between epochs.
  public static var hnrPVT: MessageKind { MessageKind(0x28, 0x00) }

  // MARK: - INF: text messages

  /// INF-ERROR: an error message.
  public static var infERROR: MessageKind { MessageKind(0x04, 0x00) }
  /// INF-WARNING: a warning.
  public static var infWARNING: MessageKind { MessageKind(0x04, 0x01) }
  /// INF-NOTICE: a notice, such as the startup banner.
  public static var infNOTICE: MessageKind { MessageKind(0x04, 0x02) }
  /// INF-TEST: test output.
  public static var infTEST: MessageKind { MessageKind(0x04, 0x03) }
  /// INF-DEBUG: debug output for u-blox.
  public static var infDEBUG: MessageKind { MessageKind(0x04, 0x04) }

  // MARK: - ACK: answers to configuration

  /// ACK-NAK: the message was refused.
  public static var ackNAK: MessageKind { MessageKind(0x05, 0x00) }
  /// ACK-ACK: the message was accepted.
  public static var ackACK: MessageKind { MessageKind(0x05, 0x01) }

  // MARK: - CFG: configuration

  /// CFG-PRT: speed and protocols of a port.
  public static var cfgPRT: MessageKind { MessageKind(0x06, 0x00) }
  /// CFG-MSG: the rate of a message.
  public static var cfgMSG: MessageKind { MessageKind(0x06, 0x01) }
  /// CFG-RST: restart.
  public static var cfgRST: MessageKind { MessageKind(0x06, 0x04) }
  /// CFG-RATE: the measurement and navigation rate.
  public static var cfgRATE: MessageKind { MessageKind(0x06, 0x08) }
  /// CFG-CFG: save, load or clear the configuration.
  public static var cfgCFG: MessageKind { MessageKind(0x06, 0x09) }
  /// CFG-RXM: power mode.
  public static var cfgRXM: MessageKind { MessageKind(0x06, 0x11) }
  /// CFG-ANT: antenna supply and supervision.
  public static var cfgANT: MessageKind { MessageKind(0x06, 0x13) }
  /// CFG-SBAS: SBAS settings.
  public static var cfgSBAS: MessageKind { MessageKind(0x06, 0x16) }
  /// CFG-NMEA: format of the NMEA sentences.
  public static var cfgNMEA: MessageKind { MessageKind(0x06, 0x17) }
  /// CFG-NAVX5: expert navigation settings.
  public static var cfgNAVX5: MessageKind { MessageKind(0x06, 0x23) }
  /// CFG-NAV5: dynamic model and masks.
  public static var cfgNAV5: MessageKind { MessageKind(0x06, 0x24) }
  /// CFG-TP5: the time pulse.
  public static var cfgTP5: MessageKind { MessageKind(0x06, 0x31) }
  /// CFG-ITFM: jamming and interference monitor.
  public static var cfgITFM: MessageKind { MessageKind(0x06, 0x39) }
  /// CFG-PM2: details of the power saving mode.
  public static var cfgPM2: MessageKind { MessageKind(0x06, 0x3B) }
  /// CFG-TMODE2: position of a timing receiver.
  public static var cfgTMODE2: MessageKind { MessageKind(0x06, 0x3D) }
  /// CFG-GNSS: which constellations are received.
  public static var cfgGNSS: MessageKind { MessageKind(0x06, 0x3E) }
  /// CFG-TMODE3: position of a base station.
  public static var cfgTMODE3: MessageKind { MessageKind(0x06, 0x71) }
  /// CFG-VALSET: set values, since u-blox 9.
  public static var cfgVALSET: MessageKind { MessageKind(0x06, 0x8A) }
  /// CFG-VALGET: read values, since u-blox 9.
  public static var cfgVALGET: MessageKind { MessageKind(0x06, 0x8B) }
  /// CFG-VALDEL: delete values, since u-blox 9.
  public static var cfgVALDEL: MessageKind { MessageKind(0x06, 0x8C) }

  // MARK: - MON: receiver status

  /// MON-VER: versions of the firmware, hardware and protocol.
  public static var monVER: MessageKind { MessageKind(0x0A, 0x04) }
  /// MON-RXBUF: usage of the input buffers.
  public static var monRXBUF: MessageKind { MessageKind(0x0A, 0x07) }
  /// MON-TXBUF: usage of the output buffers.
  public static var monTXBUF: MessageKind { MessageKind(0x0A, 0x08) }
  /// MON-HW: antenna, noise and jamming.
  public static var monHW: MessageKind { MessageKind(0x0A, 0x09) }
  /// MON-GNSS: constellations that are supported, and those enabled.
  public static var monGNSS: MessageKind { MessageKind(0x0A, 0x28) }
  /// MON-SPAN: the radio spectrum around the signals.
  public static var monSPAN: MessageKind { MessageKind(0x0A, 0x31) }
  /// MON-COMMS: status of the ports, since u-blox 9.
  public static var monCOMMS: MessageKind { MessageKind(0x0A, 0x36) }
  /// MON-RF: noise and jamming, since u-blox 9.
  public static var monRF: MessageKind { MessageKind(0x0A, 0x38) }
  /// MON-SYS: load and temperature, since u-blox 9.
  public static var monSYS: MessageKind { MessageKind(0x0A, 0x39) }

  // MARK: - MGA: assistance

  /// MGA-INI: initial time and position.
  public static var mgaINI: MessageKind { MessageKind(0x13, 0x40) }
  /// MGA-ACK: acknowledges assistance data.
  public static var mgaACK: MessageKind { MessageKind(0x13, 0x60) }
  /// MGA-DBD: the receiver's navigation database, to restore after a start.
  public static var mgaDBD: MessageKind { MessageKind(0x13, 0x80) }

  // MARK: - SEC: security

  /// SEC-UNIQID: the chip's unique ID.
  public static var secUNIQID: MessageKind { MessageKind(0x27, 0x03) }
  /// SEC-SIG: jamming and spoofing detection.
  public static var secSIG: MessageKind { MessageKind(0x27, 0x09) }
}

/// A row of the table of names: a kind, its name, and the key of its rate if it can be switched on.
struct NamedKind: Sendable {
  let kind: MessageKind
  /// The name to display, such as `NAV-PVT` or `GGA`.
  let word: String
  /// The key of its rate on I²C, the first of five consecutive keys, one for each port; nil without a rate.
  let rateKey: UInt32?
  /// The name in the names of these keys, if it does not follow from `word`.
  private let keyWord: String?

  init(_ kind: MessageKind, _ word: String, _ rateKey: UInt32? = nil, _ keyWord: String? = nil) {
    (self.kind, self.word, self.rateKey, self.keyWord) = (kind, word, rateKey, keyWord)
  }

  /// The name in the names of the keys, such as `UBX_NAV_PVT` or `NMEA_ID_GGA`.
  var keyName: String {
    if let keyWord { return keyWord }
    var name = kind.messageClass == 0xF0 ? "NMEA_ID_" : "UBX_"
    for letter in word.unicodeScalars { name.unicodeScalars.append(letter == "-" ? "_" : letter) }
    return name
  }

  static var all: [[NamedKind]] { [navigation, receiver, sentences] }

  // Not a dictionary: it would need `ceil` from libm, and this module links no C library.
  static func first(where isWanted: (NamedKind) -> Bool) -> NamedKind? {
    navigation.first(where: isWanted) ?? receiver.first(where: isWanted) ?? sentences.first(where: isWanted)
  }

  static let navigation: [NamedKind] = [
    NamedKind(.navPOSECEF, "NAV-POSECEF", 0x2091_0024),
    NamedKind(.navPOSLLH, "NAV-POSLLH", 0x2091_0029),
    NamedKind(.navSTATUS, "NAV-STATUS", 0x2091_001A),
    NamedKind(.navDOP, "NAV-DOP", 0x2091_0038),
    NamedKind(MessageKind(0x01, 0x05), "NAV-ATT", 0x2091_001F),
    NamedKind(.navSOL, "NAV-SOL", 0x2091_0001),
    NamedKind(.navPVT, "NAV-PVT", 0x2091_0006),
    NamedKind(MessageKind(0x01, 0x09), "NAV-ODO", 0x2091_007E),
    NamedKind(.navVELECEF, "NAV-VELECEF", 0x2091_003D),
    NamedKind(.navVELNED, "NAV-VELNED", 0x2091_0042),
    NamedKind(.navHPPOSECEF, "NAV-HPPOSECEF", 0x2091_002E),
    NamedKind(.navHPPOSLLH, "NAV-HPPOSLLH", 0x2091_0033),
    NamedKind(.navPVAT, "NAV-PVAT", 0x2091_062A),
    NamedKind(.navTIMEGPS, "NAV-TIMEGPS", 0x2091_0047),
    NamedKind(.navTIMEUTC, "NAV-TIMEUTC", 0x2091_005B),
    NamedKind(.navCLOCK, "NAV-CLOCK", 0x2091_0065),
    NamedKind(.navTIMELS, "NAV-TIMELS", 0x2091_0060),
    NamedKind(.navSVINFO, "NAV-SVINFO", 0x2091_000B),
    NamedKind(MessageKind(0x01, 0x31), "NAV-DGPS", 0x2091_0074),
    NamedKind(MessageKind(0x01, 0x32), "NAV-SBAS", 0x2091_006A),
    NamedKind(.navORB, "NAV-ORB", 0x2091_0010),
    NamedKind(.navSAT, "NAV-SAT", 0x2091_0015),
    NamedKind(.navCOV, "NAV-COV", 0x2091_0083),
    NamedKind(MessageKind(0x01, 0x3B), "NAV-SVIN", 0x2091_0088),
    NamedKind(MessageKind(0x01, 0x3C), "NAV-RELPOSNED", 0x2091_008D),
    NamedKind(.navSIG, "NAV-SIG", 0x2091_0345),
    NamedKind(.navEOE, "NAV-EOE", 0x2091_015F),
    NamedKind(.rxmSFRBX, "RXM-SFRBX", 0x2091_0231),
    NamedKind(MessageKind(0x02, 0x14), "RXM-MEASX", 0x2091_0204),
    NamedKind(.rxmRAWX, "RXM-RAWX", 0x2091_02A4),
    NamedKind(.rxmRTCM, "RXM-RTCM", 0x2091_0268),
    NamedKind(.timTP, "TIM-TP", 0x2091_017D),
    NamedKind(MessageKind(0x0D, 0x03), "TIM-TM2", 0x2091_0178),
    NamedKind(MessageKind(0x10, 0x02), "ESF-MEAS", 0x2091_0277),
    NamedKind(MessageKind(0x10, 0x10), "ESF-STATUS", 0x2091_0105),
    NamedKind(.hnrPVT, "HNR-PVT", 0x2091_028B),
  ]

  static let receiver: [NamedKind] = [
    NamedKind(.infERROR, "INF-ERROR"),
    NamedKind(.infWARNING, "INF-WARNING"),
    NamedKind(.infNOTICE, "INF-NOTICE"),
    NamedKind(.infTEST, "INF-TEST"),
    NamedKind(.infDEBUG, "INF-DEBUG"),
    NamedKind(.ackNAK, "ACK-NAK"),
    NamedKind(.ackACK, "ACK-ACK"),
    NamedKind(.cfgPRT, "CFG-PRT"),
    NamedKind(.cfgMSG, "CFG-MSG"),
    NamedKind(.cfgRST, "CFG-RST"),
    NamedKind(.cfgRATE, "CFG-RATE"),
    NamedKind(.cfgCFG, "CFG-CFG"),
    NamedKind(.cfgRXM, "CFG-RXM"),
    NamedKind(.cfgANT, "CFG-ANT"),
    NamedKind(.cfgSBAS, "CFG-SBAS"),
    NamedKind(.cfgNMEA, "CFG-NMEA"),
    NamedKind(.cfgNAVX5, "CFG-NAVX5"),
    NamedKind(.cfgNAV5, "CFG-NAV5"),
    NamedKind(.cfgTP5, "CFG-TP5"),
    NamedKind(.cfgITFM, "CFG-ITFM"),
    NamedKind(.cfgPM2, "CFG-PM2"),
    NamedKind(.cfgTMODE2, "CFG-TMODE2"),
    NamedKind(.cfgGNSS, "CFG-GNSS"),
    NamedKind(.cfgTMODE3, "CFG-TMODE3"),
    NamedKind(.cfgVALSET, "CFG-VALSET"),
    NamedKind(.cfgVALGET, "CFG-VALGET"),
    NamedKind(.cfgVALDEL, "CFG-VALDEL"),
    NamedKind(MessageKind(0x0A, 0x02), "MON-IO", 0x2091_01A5),
    NamedKind(.monVER, "MON-VER"),
    NamedKind(.monRXBUF, "MON-RXBUF", 0x2091_01A0),
    NamedKind(.monTXBUF, "MON-TXBUF", 0x2091_019B),
    NamedKind(.monHW, "MON-HW", 0x2091_01B4),
    NamedKind(MessageKind(0x0A, 0x0B), "MON-HW2", 0x2091_01B9),
    NamedKind(MessageKind(0x0A, 0x21), "MON-RXR", 0x2091_0187),
    NamedKind(.monGNSS, "MON-GNSS"),
    NamedKind(.monSPAN, "MON-SPAN", 0x2091_038B),
    NamedKind(.monCOMMS, "MON-COMMS", 0x2091_034F),
    NamedKind(MessageKind(0x0A, 0x37), "MON-HW3", 0x2091_0354),
    NamedKind(.monRF, "MON-RF", 0x2091_0359),
    NamedKind(.monSYS, "MON-SYS", 0x2091_069D),
    NamedKind(.mgaINI, "MGA-INI"),
    NamedKind(.mgaACK, "MGA-ACK"),
    NamedKind(.mgaDBD, "MGA-DBD"),
    NamedKind(MessageKind(0x21, 0x08), "LOG-INFO", 0x2091_0259),
    NamedKind(.secUNIQID, "SEC-UNIQID"),
    NamedKind(.secSIG, "SEC-SIG", 0x2091_0634),
  ]

  /// Sentences, which have class 0xF0, and PUBX, with 0xF1, as in CFG-MSG.
  static let sentences: [NamedKind] = [
    NamedKind(MessageKind(0xF0, 0x00), "GGA", 0x2091_00BA),
    NamedKind(MessageKind(0xF0, 0x01), "GLL", 0x2091_00C9),
    NamedKind(MessageKind(0xF0, 0x02), "GSA", 0x2091_00BF),
    NamedKind(MessageKind(0xF0, 0x03), "GSV", 0x2091_00C4),
    NamedKind(MessageKind(0xF0, 0x04), "RMC", 0x2091_00AB),
    NamedKind(MessageKind(0xF0, 0x05), "VTG", 0x2091_00B0),
    NamedKind(MessageKind(0xF0, 0x06), "GRS", 0x2091_00CE),
    NamedKind(MessageKind(0xF0, 0x07), "GST", 0x2091_00D3),
    NamedKind(MessageKind(0xF0, 0x08), "ZDA", 0x2091_00D8),
    NamedKind(MessageKind(0xF0, 0x09), "GBS", 0x2091_00DD),
    NamedKind(MessageKind(0xF0, 0x0A), "DTM", 0x2091_00A6),
    NamedKind(MessageKind(0xF0, 0x0B), "RLM", 0x2091_0400),
    NamedKind(MessageKind(0xF0, 0x0D), "GNS", 0x2091_00B5),
    NamedKind(MessageKind(0xF0, 0x0E), "THS", 0x2091_00E2),
    NamedKind(MessageKind(0xF0, 0x0F), "VLW", 0x2091_00E7),
    NamedKind(MessageKind(0xF1, 0x00), "PUBX,00", 0x2091_00EC, "PUBX_ID_POLYP"),
    NamedKind(MessageKind(0xF1, 0x03), "PUBX,03", 0x2091_00F1, "PUBX_ID_POLYS"),
    NamedKind(MessageKind(0xF1, 0x04), "PUBX,04", 0x2091_00F6, "PUBX_ID_POLYT"),
  ]
}
