// The kinds of messages about the receiver and its settings, in the order of their numbers, and the row of each
// in the table of names.

// MARK: - INF: text messages

extension MessageKind {
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
}

// MARK: - ACK: answers to configuration

extension MessageKind {
  /// ACK-NAK: the message was refused.
  public static var ackNAK: MessageKind { MessageKind(0x05, 0x00) }
  /// ACK-ACK: the message was accepted.
  public static var ackACK: MessageKind { MessageKind(0x05, 0x01) }
}

// MARK: - CFG: configuration

extension MessageKind {
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
}

// MARK: - MON: receiver status

extension MessageKind {
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
}

// MARK: - MGA: assistance

extension MessageKind {
  /// MGA-INI: initial time and position.
  public static var mgaINI: MessageKind { MessageKind(0x13, 0x40) }
  /// MGA-ACK: acknowledges assistance data.
  public static var mgaACK: MessageKind { MessageKind(0x13, 0x60) }
  /// MGA-DBD: the receiver's navigation database, to restore after a start.
  public static var mgaDBD: MessageKind { MessageKind(0x13, 0x80) }
}

// MARK: - SEC: security

extension MessageKind {
  /// SEC-UNIQID: the chip's unique ID.
  public static var secUNIQID: MessageKind { MessageKind(0x27, 0x03) }
  /// SEC-SIG: jamming and spoofing detection.
  public static var secSIG: MessageKind { MessageKind(0x27, 0x09) }
}

extension NamedKind {
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
