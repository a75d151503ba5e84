/// The kind of a message: its class and its identifier within that class.
///
/// Any two bytes are a valid kind; the common ones have names.
public struct MessageKind: RawRepresentable, Sendable, Hashable {
  /// The class in the high byte and the identifier in the low byte: NAV-PVT is 0x0107.
  public var rawValue: UInt16

  /// Makes a kind from a number with the class in the high byte.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes a kind from class and identifier, in the order of the wire.
  public init(_ messageClass: UInt8, _ identifier: UInt8) {
    rawValue = UInt16(messageClass) << 8 | UInt16(identifier)
  }

  /// The class of the message.
  public var messageClass: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  /// The identifier within the class.
  public var identifier: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}

extension MessageKind: CustomStringConvertible {
  /// The class and identifier in hexadecimal, such as `0x01 0x07`.
  public var description: String { Self.hexadecimal(messageClass) + " " + Self.hexadecimal(identifier) }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
  }
}

extension MessageKind {
  /// The name to display, such as `NAV-PVT` or `GGA`; class and identifier if the kind has no name here.
  package var word: String { Self.words.first { $0.0 == self }?.1 ?? description }

  // Not a dictionary: it would need `ceil` from libm, and this module links no C library.
  private static let words: [(MessageKind, String)] = [
    (MessageKind(0xF0, 0x00), "GGA"),
    (MessageKind(0xF0, 0x01), "GLL"),
    (MessageKind(0xF0, 0x02), "GSA"),
    (MessageKind(0xF0, 0x03), "GSV"),
    (MessageKind(0xF0, 0x04), "RMC"),
    (MessageKind(0xF0, 0x05), "VTG"),
    (MessageKind(0xF0, 0x06), "GRS"),
    (MessageKind(0xF0, 0x07), "GST"),
    (MessageKind(0xF0, 0x08), "ZDA"),
    (MessageKind(0xF0, 0x09), "GBS"),
    (MessageKind(0xF0, 0x0D), "GNS"),
    (.navPOSECEF, "NAV-POSECEF"),
    (.navPOSLLH, "NAV-POSLLH"),
    (.navSTATUS, "NAV-STATUS"),
    (.navDOP, "NAV-DOP"),
    (.navATT, "NAV-ATT"),
    (.navSOL, "NAV-SOL"),
    (.navPVT, "NAV-PVT"),
    (.navODO, "NAV-ODO"),
    (.navVELECEF, "NAV-VELECEF"),
    (.navVELNED, "NAV-VELNED"),
    (.navHPPOSECEF, "NAV-HPPOSECEF"),
    (.navHPPOSLLH, "NAV-HPPOSLLH"),
    (.navPVAT, "NAV-PVAT"),
    (.navTIMEGPS, "NAV-TIMEGPS"),
    (.navTIMEUTC, "NAV-TIMEUTC"),
    (.navCLOCK, "NAV-CLOCK"),
    (.navTIMELS, "NAV-TIMELS"),
    (.navSVINFO, "NAV-SVINFO"),
    (.navDGPS, "NAV-DGPS"),
    (.navSBAS, "NAV-SBAS"),
    (.navORB, "NAV-ORB"),
    (.navSAT, "NAV-SAT"),
    (.navCOV, "NAV-COV"),
    (.navSVIN, "NAV-SVIN"),
    (.navRELPOSNED, "NAV-RELPOSNED"),
    (.navSIG, "NAV-SIG"),
    (.navEOE, "NAV-EOE"),
    (.rxmSFRBX, "RXM-SFRBX"),
    (.rxmMEASX, "RXM-MEASX"),
    (.rxmRAWX, "RXM-RAWX"),
    (.rxmRTCM, "RXM-RTCM"),
    (.infERROR, "INF-ERROR"),
    (.infWARNING, "INF-WARNING"),
    (.infNOTICE, "INF-NOTICE"),
    (.infTEST, "INF-TEST"),
    (.infDEBUG, "INF-DEBUG"),
    (.ackNAK, "ACK-NAK"),
    (.ackACK, "ACK-ACK"),
    (.cfgPRT, "CFG-PRT"),
    (.cfgMSG, "CFG-MSG"),
    (.cfgRST, "CFG-RST"),
    (.cfgRATE, "CFG-RATE"),
    (.cfgCFG, "CFG-CFG"),
    (.cfgRXM, "CFG-RXM"),
    (.cfgANT, "CFG-ANT"),
    (.cfgSBAS, "CFG-SBAS"),
    (.cfgNMEA, "CFG-NMEA"),
    (.cfgNAVX5, "CFG-NAVX5"),
    (.cfgNAV5, "CFG-NAV5"),
    (.cfgTP5, "CFG-TP5"),
    (.cfgITFM, "CFG-ITFM"),
    (.cfgPM2, "CFG-PM2"),
    (.cfgTMODE2, "CFG-TMODE2"),
    (.cfgGNSS, "CFG-GNSS"),
    (.cfgTMODE3, "CFG-TMODE3"),
    (.cfgVALSET, "CFG-VALSET"),
    (.cfgVALGET, "CFG-VALGET"),
    (.cfgVALDEL, "CFG-VALDEL"),
    (.monIO, "MON-IO"),
    (.monVER, "MON-VER"),
    (.monRXBUF, "MON-RXBUF"),
    (.monTXBUF, "MON-TXBUF"),
    (.monHW, "MON-HW"),
    (.monHW2, "MON-HW2"),
    (.monRXR, "MON-RXR"),
    (.monGNSS, "MON-GNSS"),
    (.monSPAN, "MON-SPAN"),
    (.monCOMMS, "MON-COMMS"),
    (.monHW3, "MON-HW3"),
    (.monRF, "MON-RF"),
    (.monSYS, "MON-SYS"),
    (.timTP, "TIM-TP"),
    (.timTM2, "TIM-TM2"),
    (.esfMEAS, "ESF-MEAS"),
    (.esfSTATUS, "ESF-STATUS"),
    (.mgaINI, "MGA-INI"),
    (.mgaACK, "MGA-ACK"),
    (.mgaDBD, "MGA-DBD"),
    (.logINFO, "LOG-INFO"),
    (.secUNIQID, "SEC-UNIQID"),
    (.secSIG, "SEC-SIG"),
    (.hnrPVT, "HNR-PVT"),
  ]
}
