// The kinds of messages about position, time, satellites and signals, in the order of their numbers, and the
// row of each in the table of names.

// MARK: - NAV: position and satellites

extension MessageKind {
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
}

// MARK: - RXM: received signals

extension MessageKind {
  /// RXM-SFRBX: broadcast navigation subframes.
  public static var rxmSFRBX: MessageKind { MessageKind(0x02, 0x13) }
  /// RXM-RAWX: pseudoranges and carrier phases.
  public static var rxmRAWX: MessageKind { MessageKind(0x02, 0x15) }
  /// RXM-RTCM: status of received RTCM corrections.
  public static var rxmRTCM: MessageKind { MessageKind(0x02, 0x32) }
}

// MARK: - TIM: time

extension MessageKind {
  /// TIM-TP: the time of the next time pulse.
  public static var timTP: MessageKind { MessageKind(0x0D, 0x01) }
}

// MARK: - HNR: high rates

extension MessageKind {
  /// HNR-PVT: high-rate position, velocity and time, between epochs.
  public static var hnrPVT: MessageKind { MessageKind(0x28, 0x00) }
}

extension NamedKind {
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
}
