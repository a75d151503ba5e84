/// A message: a case for each type that this module reads, and `unknown` for all other valid ones.
public enum Message: Sendable, Hashable {
  /// The bias and drift of the receiver's clock.
  case navCLOCK(NavCLOCK)
  /// The covariances of position and velocity, north, east and down.
  case navCOV(NavCOV)
  /// The dilutions of precision.
  case navDOP(NavDOP)
  /// The end of an epoch.
  case navEOE(NavEOE)
  /// The position in ECEF coordinates, with a resolution of 0.1 mm.
  case navHPPOSECEF(NavHPPOSECEF)
  /// The latitude, longitude and height, with a resolution of 1e-9 degrees and 0.1 mm.
  case navHPPOSLLH(NavHPPOSLLH)
  /// The distance traveled.
  case navODO(NavODO)
  /// The orbit data that the receiver has.
  case navORB(NavORB)
  /// The position in ECEF coordinates.
  case navPOSECEF(NavPOSECEF)
  /// The latitude, longitude and height.
  case navPOSLLH(NavPOSLLH)
  /// The position, velocity, time and attitude, from receivers with sensors since u-blox 9.
  case navPVAT(NavPVAT)
  /// The position, velocity and time: everything that a fix needs.
  case navPVT(NavPVT)
  /// The satellites in view, since u-blox 8.
  case navSAT(NavSAT)
  /// The signals in view, since u-blox 9.
  case navSIG(NavSIG)
  /// The navigation solution of receivers up to u-blox 8, in ECEF coordinates.
  case navSOL(NavSOL)
  /// The fix status, the time to first fix, and spoofing detection.
  case navSTATUS(NavSTATUS)
  /// The progress of a base station's survey-in.
  case navSVIN(NavSVIN)
  /// The satellites in view, up to u-blox 8.
  case navSVINFO(NavSVINFO)
  /// The time in GPS weeks and the leap seconds.
  case navTIMEGPS(NavTIMEGPS)
  /// The leap seconds, current and announced.
  case navTIMELS(NavTIMELS)
  /// The time in UTC.
  case navTIMEUTC(NavTIMEUTC)
  /// The velocity in ECEF coordinates.
  case navVELECEF(NavVELECEF)
  /// The velocity north, east and down.
  case navVELNED(NavVELNED)
  /// Pseudoranges and carrier phases: the header and the number of measurements.
  case rxmRAWX(RxmRAWX)
  /// A broadcast navigation subframe: the header and the number of words.
  case rxmSFRBX(RxmSFRBX)
  /// A text, such as an error, a warning or a notice.
  case inf(InfText)
  /// A setting was accepted or refused, without a reason.
  case acknowledgement(Acknowledgement)
  /// The antenna supply and supervision.
  case cfgANT(CfgANT)
  /// Saves, loads or clears settings.
  case cfgCFG(CfgCFG)
  /// The enabled satellite systems, u-blox 7 to 9.
  case cfgGNSS(CfgGNSS)
  /// The interference monitor; while it is off, the jamming state is unknown.
  case cfgITFM(CfgITFM)
  /// The rate of a message or sentence, up to u-blox 9.
  case cfgMSG(CfgMSG)
  /// The dynamic model and the masks, up to u-blox 9.
  case cfgNAV5(CfgNAV5)
  /// Expert navigation settings, up to u-blox 9.
  case cfgNAVX5(CfgNAVX5)
  /// The format of sentences, up to u-blox 9.
  case cfgNMEA(CfgNMEA)
  /// Details of the power saving mode, up to u-blox 9; CFG-RXM enables it.
  case cfgPM2(CfgPM2)
  /// The speed and protocols of a port, up to u-blox 9.
  case cfgPRT(CfgPRT)
  /// The measurement and navigation rate, up to u-blox 9.
  case cfgRATE(CfgRATE)
  /// Restarts the receiver and optionally clears its data; it is not acknowledged.
  case cfgRST(CfgRST)
  /// The power mode.
  case cfgRXM(CfgRXM)
  /// SBAS settings, up to u-blox 9.
  case cfgSBAS(CfgSBAS)
  /// The position of a timing receiver.
  case cfgTMODE2(CfgTMODE2)
  /// The position of a base station.
  case cfgTMODE3(CfgTMODE3)
  /// The time pulse, up to u-blox 9.
  case cfgTP5(CfgTP5)
  /// Deletes values, except those in RAM.
  case cfgVALDEL(CfgVALDEL)
  /// Asks for values, or returns them.
  case cfgVALGET(CfgVALGET)
  /// Sets values.
  case cfgVALSET(CfgVALSET)
  /// The load of the ports, since u-blox 9.
  case monCOMMS(MonCOMMS)
  /// The supported and the enabled systems, up to u-blox 9.
  case monGNSS(MonGNSS)
  /// The state of antenna, noise and jamming, up to u-blox 9.
  case monHW(MonHW)
  /// The I/Q signal quality, up to u-blox 9.
  case monHW2(MonHW2)
  /// The status of the pins, since u-blox 9.
  case monHW3(MonHW3)
  /// The state of antenna, noise and jamming per band, since u-blox 9.
  case monRF(MonRF)
  /// The usage of the input buffers.
  case monRXBUF(MonRXBUF)
  /// The load, temperature and errors of the receiver, since u-blox 9.
  case monSYS(MonSYS)
  /// The usage of the output buffers.
  case monTXBUF(MonTXBUF)
  /// The versions of the software, hardware and protocol.
  case monVER(MonVER)
  /// The time of the next time pulse and its quantization error.
  case timTP(TimTP)
  /// Assistance data was accepted or refused.
  case mgaACK(MgaACK)
  /// A part of the navigation database, to restore after a start.
  case mgaDBD(MgaDBD)
  /// The approximate position.
  case mgaINIPosition(MgaINIPosition)
  /// The UTC time at the moment of reception.
  case mgaINITime(MgaINITime)
  /// Jamming and spoofing detection, in newer firmware.
  case secSIG(SecSIG)
  /// The chip's unique ID, which distinguishes identical receivers.
  case secUNIQID(SecUNIQID)
  /// The high-rate position, velocity and time from sensors, up to 30 times a second.
  case hnrPVT(HnrPVT)
  /// A valid message without a type in this module, with its uninterpreted payload.
  case unknown(MessageKind, payload: [UInt8])
}

extension Message {
  /// The class and identifier.
  public var kind: MessageKind {
    switch self {
    case .navCLOCK(let message): message.kind
    case .navCOV(let message): message.kind
    case .navDOP(let message): message.kind
    case .navEOE(let message): message.kind
    case .navHPPOSECEF(let message): message.kind
    case .navHPPOSLLH(let message): message.kind
    case .navODO(let message): message.kind
    case .navORB(let message): message.kind
    case .navPOSECEF(let message): message.kind
    case .navPOSLLH(let message): message.kind
    case .navPVAT(let message): message.kind
    case .navPVT(let message): message.kind
    case .navSAT(let message): message.kind
    case .navSIG(let message): message.kind
    case .navSOL(let message): message.kind
    case .navSTATUS(let message): message.kind
    case .navSVIN(let message): message.kind
    case .navSVINFO(let message): message.kind
    case .navTIMEGPS(let message): message.kind
    case .navTIMELS(let message): message.kind
    case .navTIMEUTC(let message): message.kind
    case .navVELECEF(let message): message.kind
    case .navVELNED(let message): message.kind
    case .rxmRAWX(let message): message.kind
    case .rxmSFRBX(let message): message.kind
    case .inf(let message): message.kind
    case .acknowledgement(let message): message.kind
    case .cfgANT(let message): message.kind
    case .cfgCFG(let message): message.kind
    case .cfgGNSS(let message): message.kind
    case .cfgITFM(let message): message.kind
    case .cfgMSG(let message): message.kind
    case .cfgNAV5(let message): message.kind
    case .cfgNAVX5(let message): message.kind
    case .cfgNMEA(let message): message.kind
    case .cfgPM2(let message): message.kind
    case .cfgPRT(let message): message.kind
    case .cfgRATE(let message): message.kind
    case .cfgRST(let message): message.kind
    case .cfgRXM(let message): message.kind
    case .cfgSBAS(let message): message.kind
    case .cfgTMODE2(let message): message.kind
    case .cfgTMODE3(let message): message.kind
    case .cfgTP5(let message): message.kind
    case .cfgVALDEL(let message): message.kind
    case .cfgVALGET(let message): message.kind
    case .cfgVALSET(let message): message.kind
    case .monCOMMS(let message): message.kind
    case .monGNSS(let message): message.kind
    case .monHW(let message): message.kind
    case .monHW2(let message): message.kind
    case .monHW3(let message): message.kind
    case .monRF(let message): message.kind
    case .monRXBUF(let message): message.kind
    case .monSYS(let message): message.kind
    case .monTXBUF(let message): message.kind
    case .monVER(let message): message.kind
    case .timTP(let message): message.kind
    case .mgaACK(let message): message.kind
    case .mgaDBD(let message): message.kind
    case .mgaINIPosition(let message): message.kind
    case .mgaINITime(let message): message.kind
    case .secSIG(let message): message.kind
    case .secUNIQID(let message): message.kind
    case .hnrPVT(let message): message.kind
    case .unknown(let kind, _): kind
    }
  }

  /// The payload without the frame.
  public var payload: [UInt8] {
    switch self {
    case .navCLOCK(let message): message.payload
    case .navCOV(let message): message.payload
    case .navDOP(let message): message.payload
    case .navEOE(let message): message.payload
    case .navHPPOSECEF(let message): message.payload
    case .navHPPOSLLH(let message): message.payload
    case .navODO(let message): message.payload
    case .navORB(let message): message.payload
    case .navPOSECEF(let message): message.payload
    case .navPOSLLH(let message): message.payload
    case .navPVAT(let message): message.payload
    case .navPVT(let message): message.payload
    case .navSAT(let message): message.payload
    case .navSIG(let message): message.payload
    case .navSOL(let message): message.payload
    case .navSTATUS(let message): message.payload
    case .navSVIN(let message): message.payload
    case .navSVINFO(let message): message.payload
    case .navTIMEGPS(let message): message.payload
    case .navTIMELS(let message): message.payload
    case .navTIMEUTC(let message): message.payload
    case .navVELECEF(let message): message.payload
    case .navVELNED(let message): message.payload
    case .rxmRAWX(let message): message.payload
    case .rxmSFRBX(let message): message.payload
    case .inf(let message): message.payload
    case .acknowledgement(let message): message.payload
    case .cfgANT(let message): message.payload
    case .cfgCFG(let message): message.payload
    case .cfgGNSS(let message): message.payload
    case .cfgITFM(let message): message.payload
    case .cfgMSG(let message): message.payload
    case .cfgNAV5(let message): message.payload
    case .cfgNAVX5(let message): message.payload
    case .cfgNMEA(let message): message.payload
    case .cfgPM2(let message): message.payload
    case .cfgPRT(let message): message.payload
    case .cfgRATE(let message): message.payload
    case .cfgRST(let message): message.payload
    case .cfgRXM(let message): message.payload
    case .cfgSBAS(let message): message.payload
    case .cfgTMODE2(let message): message.payload
    case .cfgTMODE3(let message): message.payload
    case .cfgTP5(let message): message.payload
    case .cfgVALDEL(let message): message.payload
    case .cfgVALGET(let message): message.payload
    case .cfgVALSET(let message): message.payload
    case .monCOMMS(let message): message.payload
    case .monGNSS(let message): message.payload
    case .monHW(let message): message.payload
    case .monHW2(let message): message.payload
    case .monHW3(let message): message.payload
    case .monRF(let message): message.payload
    case .monRXBUF(let message): message.payload
    case .monSYS(let message): message.payload
    case .monTXBUF(let message): message.payload
    case .monVER(let message): message.payload
    case .timTP(let message): message.payload
    case .mgaACK(let message): message.payload
    case .mgaDBD(let message): message.payload
    case .mgaINIPosition(let message): message.payload
    case .mgaINITime(let message): message.payload
    case .secSIG(let message): message.payload
    case .secUNIQID(let message): message.payload
    case .hnrPVT(let message): message.payload
    case .unknown(_, let payload): payload
    }
  }

  /// Returns the complete frame, from leader to checksum.
  ///
  /// A payload longer than ``MessageFrame/longestPayload`` is rejected, as when reading.
  public func encoded() throws(MessageError) -> [UInt8] {
    let payload = payload
    guard payload.count <= MessageFrame.longestPayload else {
      throw .tooLong(found: payload.count, allowed: MessageFrame.longestPayload)
    }
    return MessageFrame.wrap(kind, payload)
  }
}
