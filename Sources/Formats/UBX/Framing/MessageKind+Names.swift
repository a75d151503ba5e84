// The names of the known messages, in the order of their numbers.

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
  /// NAV-ATT: attitude of the vehicle.
  public static var navATT: MessageKind { MessageKind(0x01, 0x05) }
  /// NAV-SOL: the navigation solution of receivers up to u-blox 8.
  public static var navSOL: MessageKind { MessageKind(0x01, 0x06) }
  /// NAV-PVT: position, velocity and time in one message.
  public static var navPVT: MessageKind { MessageKind(0x01, 0x07) }
  /// NAV-ODO: distance traveled.
  public static var navODO: MessageKind { MessageKind(0x01, 0x09) }
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
  /// NAV-DGPS: differential corrections in use.
  public static var navDGPS: MessageKind { MessageKind(0x01, 0x31) }
  /// NAV-SBAS: status of the SBAS satellites.
  public static var navSBAS: MessageKind { MessageKind(0x01, 0x32) }
  /// NAV-ORB: the orbit data that the receiver has.
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
  /// NAV-EOE: the end of an epoch.
  public static var navEOE: MessageKind { MessageKind(0x01, 0x61) }
}

// MARK: - RXM: received signals

extension MessageKind {
  /// RXM-SFRBX: broadcast navigation subframes.
  public static var rxmSFRBX: MessageKind { MessageKind(0x02, 0x13) }
  /// RXM-MEASX: measurements for assisted positioning.
  public static var rxmMEASX: MessageKind { MessageKind(0x02, 0x14) }
  /// RXM-RAWX: pseudoranges and carrier phases.
  public static var rxmRAWX: MessageKind { MessageKind(0x02, 0x15) }
  /// RXM-RTCM: status of received RTCM corrections.
  public static var rxmRTCM: MessageKind { MessageKind(0x02, 0x32) }
}

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
  /// MON-IO: byte and error counts of each port.
  public static var monIO: MessageKind { MessageKind(0x0A, 0x02) }
  /// MON-VER: versions of the firmware, hardware and protocol.
  public static var monVER: MessageKind { MessageKind(0x0A, 0x04) }
  /// MON-RXBUF: usage of the input buffers.
  public static var monRXBUF: MessageKind { MessageKind(0x0A, 0x07) }
  /// MON-TXBUF: usage of the output buffers.
  public static var monTXBUF: MessageKind { MessageKind(0x0A, 0x08) }
  /// MON-HW: antenna, noise and jamming.
  public static var monHW: MessageKind { MessageKind(0x0A, 0x09) }
  /// MON-HW2: I/Q signal quality and configuration straps.
  public static var monHW2: MessageKind { MessageKind(0x0A, 0x0B) }
  /// MON-RXR: the receiver entered or left standby.
  public static var monRXR: MessageKind { MessageKind(0x0A, 0x21) }
  /// MON-GNSS: constellations that are supported, and those enabled.
  public static var monGNSS: MessageKind { MessageKind(0x0A, 0x28) }
  /// MON-SPAN: the radio spectrum around the signals.
  public static var monSPAN: MessageKind { MessageKind(0x0A, 0x31) }
  /// MON-COMMS: status of the ports, since u-blox 9.
  public static var monCOMMS: MessageKind { MessageKind(0x0A, 0x36) }
  /// MON-HW3: status of the pins, since u-blox 9.
  public static var monHW3: MessageKind { MessageKind(0x0A, 0x37) }
  /// MON-RF: noise and jamming, since u-blox 9.
  public static var monRF: MessageKind { MessageKind(0x0A, 0x38) }
  /// MON-SYS: load and temperature, since u-blox 9.
  public static var monSYS: MessageKind { MessageKind(0x0A, 0x39) }
}

// MARK: - TIM, ESF, MGA, LOG, SEC, HNR: time, sensors, assistance and the rest

extension MessageKind {
  /// TIM-TP: the time of the next time pulse.
  public static var timTP: MessageKind { MessageKind(0x0D, 0x01) }
  /// TIM-TM2: the time of an edge at the external input.
  public static var timTM2: MessageKind { MessageKind(0x0D, 0x03) }
  /// ESF-MEAS: sensor measurements.
  public static var esfMEAS: MessageKind { MessageKind(0x10, 0x02) }
  /// ESF-STATUS: status of the sensor fusion.
  public static var esfSTATUS: MessageKind { MessageKind(0x10, 0x10) }
  /// MGA-INI: initial time and position.
  public static var mgaINI: MessageKind { MessageKind(0x13, 0x40) }
  /// MGA-ACK: acknowledges assistance data.
  public static var mgaACK: MessageKind { MessageKind(0x13, 0x60) }
  /// MGA-DBD: the receiver's navigation database, to restore after a start.
  public static var mgaDBD: MessageKind { MessageKind(0x13, 0x80) }
  /// LOG-INFO: status of the receiver's internal log.
  public static var logINFO: MessageKind { MessageKind(0x21, 0x08) }
  /// SEC-UNIQID: the chip's unique ID.
  public static var secUNIQID: MessageKind { MessageKind(0x27, 0x03) }
  /// SEC-SIG: jamming and spoofing detection.
  public static var secSIG: MessageKind { MessageKind(0x27, 0x09) }
  /// HNR-PVT: high-rate position, velocity and time, between epochs.
  public static var hnrPVT: MessageKind { MessageKind(0x28, 0x00) }
}
