// Which numbers stand for which message, in the order of the numbers.

// MARK: - NAV: position and satellites

extension MessageKind {
  /// NAV-POSECEF: position, as seen from the centre of the earth.
  public static var navPOSECEF: MessageKind { MessageKind(0x01, 0x01) }
  /// NAV-POSLLH: latitude, longitude, height.
  public static var navPOSLLH: MessageKind { MessageKind(0x01, 0x02) }
  /// NAV-STATUS: whether there is a fix, and since when.
  public static var navSTATUS: MessageKind { MessageKind(0x01, 0x03) }
  /// NAV-DOP: dilutions of precision.
  public static var navDOP: MessageKind { MessageKind(0x01, 0x04) }
  /// NAV-ATT: attitude of the vehicle.
  public static var navATT: MessageKind { MessageKind(0x01, 0x05) }
  /// NAV-SOL: the solution of receivers up to u-blox 8.
  public static var navSOL: MessageKind { MessageKind(0x01, 0x06) }
  /// NAV-PVT: position, velocity and time in one message.
  public static var navPVT: MessageKind { MessageKind(0x01, 0x07) }
  /// NAV-ODO: distance travelled.
  public static var navODO: MessageKind { MessageKind(0x01, 0x09) }
  /// NAV-VELECEF: velocity, as seen from the centre of the earth.
  public static var navVELECEF: MessageKind { MessageKind(0x01, 0x11) }
  /// NAV-VELNED: velocity to the north, east and down.
  public static var navVELNED: MessageKind { MessageKind(0x01, 0x12) }
  /// NAV-HPPOSECEF: NAV-POSECEF in tenths of a millimeter.
  public static var navHPPOSECEF: MessageKind { MessageKind(0x01, 0x13) }
  /// NAV-HPPOSLLH: NAV-POSLLH in tenths of a millimeter.
  public static var navHPPOSLLH: MessageKind { MessageKind(0x01, 0x14) }
  /// NAV-PVAT: position, velocity, time and attitude in one message.
  public static var navPVAT: MessageKind { MessageKind(0x01, 0x17) }
  /// NAV-TIMEGPS: time in GPS weeks.
  public static var navTIMEGPS: MessageKind { MessageKind(0x01, 0x20) }
  /// NAV-TIMEUTC: time in UTC.
  public static var navTIMEUTC: MessageKind { MessageKind(0x01, 0x21) }
  /// NAV-CLOCK: offset and drift of the receiver's clock.
  public static var navCLOCK: MessageKind { MessageKind(0x01, 0x22) }
  /// NAV-TIMELS: leap seconds, known and announced.
  public static var navTIMELS: MessageKind { MessageKind(0x01, 0x26) }
  /// NAV-SVINFO: satellites, of receivers up to u-blox 8.
  public static var navSVINFO: MessageKind { MessageKind(0x01, 0x30) }
  /// NAV-DGPS: differential corrections in use.
  public static var navDGPS: MessageKind { MessageKind(0x01, 0x31) }
  /// NAV-SBAS: state of the augmentation satellites.
  public static var navSBAS: MessageKind { MessageKind(0x01, 0x32) }
  /// NAV-ORB: which orbits are known.
  public static var navORB: MessageKind { MessageKind(0x01, 0x34) }
  /// NAV-SAT: satellites in view.
  public static var navSAT: MessageKind { MessageKind(0x01, 0x35) }
  /// NAV-COV: covariances of position and velocity.
  public static var navCOV: MessageKind { MessageKind(0x01, 0x36) }
  /// NAV-SVIN: progress of a base station's survey.
  public static var navSVIN: MessageKind { MessageKind(0x01, 0x3B) }
  /// NAV-RELPOSNED: position relative to a base station.
  public static var navRELPOSNED: MessageKind { MessageKind(0x01, 0x3C) }
  /// NAV-SIG: signals in view.
  public static var navSIG: MessageKind { MessageKind(0x01, 0x43) }
  /// NAV-EOE: the epoch is over: nothing more of it will come.
  public static var navEOE: MessageKind { MessageKind(0x01, 0x61) }
}

// MARK: - RXM: received signals

extension MessageKind {
  /// RXM-SFRBX: subframes as the satellites broadcast them.
  public static var rxmSFRBX: MessageKind { MessageKind(0x02, 0x13) }
  /// RXM-MEASX: measurements for assisted positioning.
  public static var rxmMEASX: MessageKind { MessageKind(0x02, 0x14) }
  /// RXM-RAWX: pseudoranges and carrier phases.
  public static var rxmRAWX: MessageKind { MessageKind(0x02, 0x15) }
  /// RXM-RTCM: corrections that arrived.
  public static var rxmRTCM: MessageKind { MessageKind(0x02, 0x32) }
}

// MARK: - INF: text for people

extension MessageKind {
  /// INF-ERROR: text of an error.
  public static var infERROR: MessageKind { MessageKind(0x04, 0x00) }
  /// INF-WARNING: text of a warning.
  public static var infWARNING: MessageKind { MessageKind(0x04, 0x01) }
  /// INF-NOTICE: text for information, as the banner after a start.
  public static var infNOTICE: MessageKind { MessageKind(0x04, 0x02) }
  /// INF-TEST: text of a test.
  public static var infTEST: MessageKind { MessageKind(0x04, 0x03) }
  /// INF-DEBUG: text for the maker's developers.
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
  /// CFG-MSG: how often a message comes.
  public static var cfgMSG: MessageKind { MessageKind(0x06, 0x01) }
  /// CFG-RST: restart.
  public static var cfgRST: MessageKind { MessageKind(0x06, 0x04) }
  /// CFG-RATE: how often there is a fix.
  public static var cfgRATE: MessageKind { MessageKind(0x06, 0x08) }
  /// CFG-CFG: keep, load or clear the configuration.
  public static var cfgCFG: MessageKind { MessageKind(0x06, 0x09) }
  /// CFG-RXM: whether power is saved.
  public static var cfgRXM: MessageKind { MessageKind(0x06, 0x11) }
  /// CFG-ANT: how the antenna is watched and fed.
  public static var cfgANT: MessageKind { MessageKind(0x06, 0x13) }
  /// CFG-SBAS: augmentation satellites.
  public static var cfgSBAS: MessageKind { MessageKind(0x06, 0x16) }
  /// CFG-NMEA: how NMEA sentences are written.
  public static var cfgNMEA: MessageKind { MessageKind(0x06, 0x17) }
  /// CFG-NAVX5: settings for experts.
  public static var cfgNAVX5: MessageKind { MessageKind(0x06, 0x23) }
  /// CFG-NAV5: model of movement and masks.
  public static var cfgNAV5: MessageKind { MessageKind(0x06, 0x24) }
  /// CFG-TP5: the time pulse.
  public static var cfgTP5: MessageKind { MessageKind(0x06, 0x31) }
  /// CFG-ITFM: whether interference is watched.
  public static var cfgITFM: MessageKind { MessageKind(0x06, 0x39) }
  /// CFG-PM2: how power is saved.
  public static var cfgPM2: MessageKind { MessageKind(0x06, 0x3B) }
  /// CFG-TMODE2: the place of a timing receiver.
  public static var cfgTMODE2: MessageKind { MessageKind(0x06, 0x3D) }
  /// CFG-GNSS: which constellations are received.
  public static var cfgGNSS: MessageKind { MessageKind(0x06, 0x3E) }
  /// CFG-TMODE3: the place of a base station.
  public static var cfgTMODE3: MessageKind { MessageKind(0x06, 0x71) }
  /// CFG-VALSET: set values, since u-blox 9.
  public static var cfgVALSET: MessageKind { MessageKind(0x06, 0x8A) }
  /// CFG-VALGET: ask for values, since u-blox 9.
  public static var cfgVALGET: MessageKind { MessageKind(0x06, 0x8B) }
  /// CFG-VALDEL: forget values, since u-blox 9.
  public static var cfgVALDEL: MessageKind { MessageKind(0x06, 0x8C) }
}

// MARK: - MON: the state of the receiver itself

extension MessageKind {
  /// MON-IO: bytes and errors of each port.
  public static var monIO: MessageKind { MessageKind(0x0A, 0x02) }
  /// MON-VER: versions of software, hardware and protocol.
  public static var monVER: MessageKind { MessageKind(0x0A, 0x04) }
  /// MON-RXBUF: how full the input buffers are.
  public static var monRXBUF: MessageKind { MessageKind(0x0A, 0x07) }
  /// MON-TXBUF: how full the output buffers are.
  public static var monTXBUF: MessageKind { MessageKind(0x0A, 0x08) }
  /// MON-HW: antenna, noise and jamming.
  public static var monHW: MessageKind { MessageKind(0x0A, 0x09) }
  /// MON-HW2: quality of the signal path.
  public static var monHW2: MessageKind { MessageKind(0x0A, 0x0B) }
  /// MON-RXR: the receiver fell asleep or woke.
  public static var monRXR: MessageKind { MessageKind(0x0A, 0x21) }
  /// MON-GNSS: constellations that can be received, and are.
  public static var monGNSS: MessageKind { MessageKind(0x0A, 0x28) }
  /// MON-SPAN: the spectrum around the signals.
  public static var monSPAN: MessageKind { MessageKind(0x0A, 0x31) }
  /// MON-COMMS: state of the ports, since u-blox 9.
  public static var monCOMMS: MessageKind { MessageKind(0x0A, 0x36) }
  /// MON-HW3: state of the pins, since u-blox 9.
  public static var monHW3: MessageKind { MessageKind(0x0A, 0x37) }
  /// MON-RF: noise and jamming, since u-blox 9.
  public static var monRF: MessageKind { MessageKind(0x0A, 0x38) }
  /// MON-SYS: load and temperature, since u-blox 9.
  public static var monSYS: MessageKind { MessageKind(0x0A, 0x39) }
}

// MARK: - TIM, ESF, MGA, LOG, SEC, HNR: time, sensors, assistance and the rest

extension MessageKind {
  /// TIM-TP: when the next time pulse comes.
  public static var timTP: MessageKind { MessageKind(0x0D, 0x01) }
  /// TIM-TM2: when an edge was seen at the input.
  public static var timTM2: MessageKind { MessageKind(0x0D, 0x03) }
  /// ESF-MEAS: measurements of inertial sensors.
  public static var esfMEAS: MessageKind { MessageKind(0x10, 0x02) }
  /// ESF-STATUS: state of the sensor fusion.
  public static var esfSTATUS: MessageKind { MessageKind(0x10, 0x10) }
  /// MGA-INI: time and place for a start.
  public static var mgaINI: MessageKind { MessageKind(0x13, 0x40) }
  /// MGA-ACK: assistance data was accepted or refused.
  public static var mgaACK: MessageKind { MessageKind(0x13, 0x60) }
  /// MGA-DBD: what the receiver knows, to give back after a start.
  public static var mgaDBD: MessageKind { MessageKind(0x13, 0x80) }
  /// LOG-INFO: state of the receiver's own log.
  public static var logINFO: MessageKind { MessageKind(0x21, 0x08) }
  /// SEC-UNIQID: the chip's own number.
  public static var secUNIQID: MessageKind { MessageKind(0x27, 0x03) }
  /// SEC-SIG: whether the reception is disturbed or forged.
  public static var secSIG: MessageKind { MessageKind(0x27, 0x09) }
  /// HNR-PVT: position, velocity and time between two epochs.
  public static var hnrPVT: MessageKind { MessageKind(0x28, 0x00) }
}
