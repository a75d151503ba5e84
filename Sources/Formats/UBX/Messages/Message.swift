/// A message: one case for each type this module reads, and `unknown` for every other well-formed one.
public enum Message: Sendable, Hashable {
  /// Offset and drift of the receiver's own clock.
  case navCLOCK(NavCLOCK)
  /// Covariances of position and velocity, in the directions north, east and down.
  case navCOV(NavCOV)
  /// Dilutions of precision.
  case navDOP(NavDOP)
  /// The epoch is over: nothing more of it will come.
  case navEOE(NavEOE)
  /// A position as seen from the center of the earth, in tenths of a millimeter.
  case navHPPOSECEF(NavHPPOSECEF)
  /// A position in latitude, longitude and height, in billionths of a degree and tenths of a millimeter.
  case navHPPOSLLH(NavHPPOSLLH)
  /// The distance travelled.
  case navODO(NavODO)
  /// The orbits that the receiver knows: how much it remembers.
  case navORB(NavORB)
  /// A position as seen from the center of the earth.
  case navPOSECEF(NavPOSECEF)
  /// A position in latitude, longitude and height.
  case navPOSLLH(NavPOSLLH)
  /// Position, velocity, time and attitude of one epoch, of receivers with sensors since u-blox 9.
  case navPVAT(NavPVAT)
  /// Position, velocity and time of one epoch: the message that says everything a fix needs.
  case navPVT(NavPVT)
  /// The satellites in view, since u-blox 8.
  case navSAT(NavSAT)
  /// The signals in view, since u-blox 9.
  case navSIG(NavSIG)
  /// The solution of receivers up to u-blox 8, as seen from the center of the earth.
  case navSOL(NavSOL)
  /// Whether there is a fix, how long the first one took, and whether the sky looks forged.
  case navSTATUS(NavSTATUS)
  /// How far a base station has come with the survey of its place.
  case navSVIN(NavSVIN)
  /// The satellites in view, up to u-blox 8.
  case navSVINFO(NavSVINFO)
  /// The time in GPS weeks, and the leap seconds.
  case navTIMEGPS(NavTIMEGPS)
  /// Leap seconds, known and announced.
  case navTIMELS(NavTIMELS)
  /// The time in UTC.
  case navTIMEUTC(NavTIMEUTC)
  /// A velocity as seen from the center of the earth.
  case navVELECEF(NavVELECEF)
  /// A velocity to the north, east and down.
  case navVELNED(NavVELNED)
  /// Pseudoranges and carrier phases: their head and their count.
  case rxmRAWX(RxmRAWX)
  /// A subframe as a satellite broadcasts it: its head and its count.
  case rxmSFRBX(RxmSFRBX)
  /// A text for people: an error, a warning, a notice.
  case inf(InfText)
  /// A setting was accepted or refused; there is no word on why.
  case acknowledgement(Acknowledgement)
  /// How the antenna is watched and fed.
  case cfgANT(CfgANT)
  /// Keep, load or forget settings.
  case cfgCFG(CfgCFG)
  /// The systems that are received, u-blox 7 to 9.
  case cfgGNSS(CfgGNSS)
  /// Whether interference is watched; without it the jamming state stays unknown.
  case cfgITFM(CfgITFM)
  /// How often a message or a sentence comes, up to u-blox 9.
  case cfgMSG(CfgMSG)
  /// The model of movement and the masks, up to u-blox 9.
  case cfgNAV5(CfgNAV5)
  /// Settings for experts, up to u-blox 9.
  case cfgNAVX5(CfgNAVX5)
  /// How sentences are written, up to u-blox 9.
  case cfgNMEA(CfgNMEA)
  /// How power is saved, up to u-blox 9; CFG-RXM switches it on.
  case cfgPM2(CfgPM2)
  /// The speed and the protocols of a port, up to u-blox 9.
  case cfgPRT(CfgPRT)
  /// How often there is a fix, up to u-blox 9.
  case cfgRATE(CfgRATE)
  /// Start again, with or without what is known. It is not acknowledged.
  case cfgRST(CfgRST)
  /// Whether power is saved.
  case cfgRXM(CfgRXM)
  /// Augmentation satellites, up to u-blox 9.
  case cfgSBAS(CfgSBAS)
  /// The place of a timing receiver.
  case cfgTMODE2(CfgTMODE2)
  /// The place of a base station.
  case cfgTMODE3(CfgTMODE3)
  /// The time pulse, up to u-blox 9.
  case cfgTP5(CfgTP5)
  /// Forgets values; those in RAM stay.
  case cfgVALDEL(CfgVALDEL)
  /// Asks for values, and answers with them.
  case cfgVALGET(CfgVALGET)
  /// Sets values.
  case cfgVALSET(CfgVALSET)
  /// The load of the ports, since u-blox 9.
  case monCOMMS(MonCOMMS)
  /// The systems that can be received, and are, up to u-blox 9.
  case monGNSS(MonGNSS)
  /// Antenna, noise and jamming, up to u-blox 9.
  case monHW(MonHW)
  /// The quality of the signal path, up to u-blox 9.
  case monHW2(MonHW2)
  /// The state of the pins, since u-blox 9.
  case monHW3(MonHW3)
  /// Antenna, noise and jamming of each band, since u-blox 9.
  case monRF(MonRF)
  /// How full the receiving buffers are.
  case monRXBUF(MonRXBUF)
  /// Load, temperature and errors of the receiver, since u-blox 9.
  case monSYS(MonSYS)
  /// How full the sending buffers are.
  case monTXBUF(MonTXBUF)
  /// The versions of software, hardware and protocol.
  case monVER(MonVER)
  /// When the next time pulse comes, and by how much it is off.
  case timTP(TimTP)
  /// Assistance was accepted or refused.
  case mgaACK(MgaACK)
  /// A piece of what the receiver remembers, to be given back to it after a start.
  case mgaDBD(MgaDBD)
  /// The place, roughly.
  case mgaINIPosition(MgaINIPosition)
  /// The time in UTC, as it is when this message is received.
  case mgaINITime(MgaINITime)
  /// Whether something disturbs or forges the reception, of newer firmware.
  case secSIG(SecSIG)
  /// The chip's own number: the only name that tells two identical receivers apart.
  case secUNIQID(SecUNIQID)
  /// Position, velocity and time between two epochs, by sensors, up to 30 times a second.
  case hnrPVT(HnrPVT)
  /// A well-formed message without a type here: its bytes are there, and nothing is guessed of them.
  case unknown(MessageKind, payload: [UInt8])
}

extension Message {
  /// Class and identifier.
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

  /// The payload alone.
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

  /// The whole message as it goes over the wire, from leader to checksum.
  ///
  /// A payload beyond ``MessageFrame/longestPayload`` is refused, as it would be when read.
  public func encoded() throws(MessageError) -> [UInt8] {
    let payload = payload
    guard payload.count <= MessageFrame.longestPayload else {
      throw .tooLong(found: payload.count, allowed: MessageFrame.longestPayload)
    }
    return MessageFrame.wrap(kind, payload)
  }
}
