extension Message {
  /// Reads the message in a frame, from the bytes that the frame was found in.
  ///
  /// A known kind whose payload has a different length or version, such as an empty poll, becomes `unknown`,
  /// and missing bytes shorten its payload. To read only one kind, use its type directly, which is faster:
  /// `NavSAT(payload: bytes.extracting(frame.payloadRange))`.
  public init(_ frame: MessageFrame, _ bytes: Span<UInt8>) {
    let end = min(frame.payloadRange.upperBound, bytes.count)
    let payload = bytes.extracting(min(frame.payloadRange.lowerBound, end)..<end)
    self =
      Message.known(frame.kind, payload)
      ?? .unknown(frame.kind, payload: payload.indices.map { payload[$0] })
  }

  private static func known(_ kind: MessageKind, _ payload: Span<UInt8>) -> Message? {
    switch kind {
    case .navCLOCK: NavCLOCK(payload: payload).map(Message.navCLOCK)
    case .navCOV: NavCOV(payload: payload).map(Message.navCOV)
    case .navDOP: NavDOP(payload: payload).map(Message.navDOP)
    case .navEOE: NavEOE(payload: payload).map(Message.navEOE)
    case .navHPPOSECEF: NavHPPOSECEF(payload: payload).map(Message.navHPPOSECEF)
    case .navHPPOSLLH: NavHPPOSLLH(payload: payload).map(Message.navHPPOSLLH)
    case .navORB: NavORB(payload: payload).map(Message.navORB)
    case .navPOSECEF: NavPOSECEF(payload: payload).map(Message.navPOSECEF)
    case .navPOSLLH: NavPOSLLH(payload: payload).map(Message.navPOSLLH)
    case .navPVAT: NavPVAT(payload: payload).map(Message.navPVAT)
    case .navPVT: NavPVT(payload: payload).map(Message.navPVT)
    case .navSAT: NavSAT(payload: payload).map(Message.navSAT)
    case .navSIG: NavSIG(payload: payload).map(Message.navSIG)
    case .navSOL: NavSOL(payload: payload).map(Message.navSOL)
    case .navSTATUS: NavSTATUS(payload: payload).map(Message.navSTATUS)
    case .navSVINFO: NavSVINFO(payload: payload).map(Message.navSVINFO)
    case .navTIMEGPS: NavTIMEGPS(payload: payload).map(Message.navTIMEGPS)
    case .navTIMELS: NavTIMELS(payload: payload).map(Message.navTIMELS)
    case .navTIMEUTC: NavTIMEUTC(payload: payload).map(Message.navTIMEUTC)
    case .navVELECEF: NavVELECEF(payload: payload).map(Message.navVELECEF)
    case .navVELNED: NavVELNED(payload: payload).map(Message.navVELNED)
    case .rxmRAWX: RxmRAWX(payload: payload).map(Message.rxmRAWX)
    case .rxmRTCM: RxmRTCM(payload: payload).map(Message.rxmRTCM)
    case .rxmSFRBX: RxmSFRBX(payload: payload).map(Message.rxmSFRBX)
    case .cfgANT: CfgANT(payload: payload).map(Message.cfgANT)
    case .cfgCFG: CfgCFG(payload: payload).map(Message.cfgCFG)
    case .cfgGNSS: CfgGNSS(payload: payload).map(Message.cfgGNSS)
    case .cfgITFM: CfgITFM(payload: payload).map(Message.cfgITFM)
    case .cfgMSG: CfgMSG(payload: payload).map(Message.cfgMSG)
    case .cfgNAV5: CfgNAV5(payload: payload).map(Message.cfgNAV5)
    case .cfgNAVX5: CfgNAVX5(payload: payload).map(Message.cfgNAVX5)
    case .cfgNMEA: CfgNMEA(payload: payload).map(Message.cfgNMEA)
    case .cfgPM2: CfgPM2(payload: payload).map(Message.cfgPM2)
    case .cfgPRT: CfgPRT(payload: payload).map(Message.cfgPRT)
    case .cfgRATE: CfgRATE(payload: payload).map(Message.cfgRATE)
    case .cfgRST: CfgRST(payload: payload).map(Message.cfgRST)
    case .cfgRXM: CfgRXM(payload: payload).map(Message.cfgRXM)
    case .cfgSBAS: CfgSBAS(payload: payload).map(Message.cfgSBAS)
    case .cfgTMODE2: CfgTMODE2(payload: payload).map(Message.cfgTMODE2)
    case .cfgTMODE3: CfgTMODE3(payload: payload).map(Message.cfgTMODE3)
    case .cfgTP5: CfgTP5(payload: payload).map(Message.cfgTP5)
    case .cfgVALDEL: CfgVALDEL(payload: payload).map(Message.cfgVALDEL)
    case .cfgVALGET: CfgVALGET(payload: payload).map(Message.cfgVALGET)
    case .cfgVALSET: CfgVALSET(payload: payload).map(Message.cfgVALSET)
    case .monCOMMS: MonCOMMS(payload: payload).map(Message.monCOMMS)
    case .monGNSS: MonGNSS(payload: payload).map(Message.monGNSS)
    case .monHW: MonHW(payload: payload).map(Message.monHW)
    case .monRF: MonRF(payload: payload).map(Message.monRF)
    case .monRXBUF: MonRXBUF(payload: payload).map(Message.monRXBUF)
    case .monSYS: MonSYS(payload: payload).map(Message.monSYS)
    case .monTXBUF: MonTXBUF(payload: payload).map(Message.monTXBUF)
    case .monVER: MonVER(payload: payload).map(Message.monVER)
    case .timTP: TimTP(payload: payload).map(Message.timTP)
    case .mgaACK: MgaACK(payload: payload).map(Message.mgaACK)
    case .mgaDBD: MgaDBD(payload: payload).map(Message.mgaDBD)
    case .secSIG: SecSIG(payload: payload).map(Message.secSIG)
    case .secUNIQID: SecUNIQID(payload: payload).map(Message.secUNIQID)
    case .hnrPVT: HnrPVT(payload: payload).map(Message.hnrPVT)
    case .ackACK, .ackNAK: acknowledgement(payload, isAccepted: kind == .ackACK)
    case .infERROR, .infWARNING, .infNOTICE, .infTEST, .infDEBUG: text(payload, level: kind.identifier)
    case .mgaINI: beginning(payload)
    default: nil
    }
  }

  private static func acknowledgement(_ payload: Span<UInt8>, isAccepted: Bool) -> Message? {
    Acknowledgement(payload: payload).map {
      var answer = $0
      answer.isAccepted = isAccepted
      return .acknowledgement(answer)
    }
  }

  private static func text(_ payload: Span<UInt8>, level: UInt8) -> Message? {
    InfText(payload: payload).map {
      var text = $0
      text.level = InfText.Level(rawValue: level)
      return .inf(text)
    }
  }

  /// The first byte distinguishes the messages of this kind.
  private static func beginning(_ payload: Span<UInt8>) -> Message? {
    MgaINITime(payload: payload).map(Message.mgaINITime)
      ?? MgaINIPosition(payload: payload).map(Message.mgaINIPosition)
  }
}
