/// A message: a case for each type that this module reads, and `unknown` for all other valid ones.
///
/// Fixes, settings and warm starts need most of these types. ``RxmRAWX``, ``RxmSFRBX``, ``RxmRTCM`` and
/// ``TimTP`` are for programs that use this module by itself: nothing else in this package reads them.
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
  /// A correction that the receiver got from a base station, and whether it uses it.
  case rxmRTCM(RxmRTCM)
  /// A broadcast navigation subframe: the header and the number of words.
  case rxmSFRBX(RxmSFRBX)
  /// A text, such as an error, a warning or a notice.
  case inf(InfText)
  /// A setting was accepted or refused, without a reason.
  case acknowledgement(Acknowledgement)
  /// A setting, a restart, or data that helps a receiver to start.
  case control(ControlMessage)
  /// The load of the ports, since u-blox 9.
  case monCOMMS(MonCOMMS)
  /// The supported and the enabled systems, up to u-blox 9.
  case monGNSS(MonGNSS)
  /// The state of antenna, noise and jamming, up to u-blox 9.
  case monHW(MonHW)
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
  /// Jamming and spoofing detection, in newer firmware.
  case secSIG(SecSIG)
  /// The chip's unique ID, which distinguishes identical receivers.
  case secUNIQID(SecUNIQID)
  /// The high-rate position, velocity and time from sensors, up to 30 times a second.
  case hnrPVT(HnrPVT)
  /// A valid message without a type in this module, with its uninterpreted payload.
  case unknown(MessageKind, payload: [UInt8])

  /// Passes the content to a visitor: Embedded Swift has no `any PayloadMessage` to return.
  func visit<Visitor: ContentVisitor>(_ visitor: Visitor) -> Visitor.Answer {
    switch self {
    case .navCLOCK(let content): visitor.visit(content)
    case .navCOV(let content): visitor.visit(content)
    case .navDOP(let content): visitor.visit(content)
    case .navEOE(let content): visitor.visit(content)
    case .navHPPOSECEF(let content): visitor.visit(content)
    case .navHPPOSLLH(let content): visitor.visit(content)
    case .navORB(let content): visitor.visit(content)
    case .navPOSECEF(let content): visitor.visit(content)
    case .navPOSLLH(let content): visitor.visit(content)
    case .navPVAT(let content): visitor.visit(content)
    case .navPVT(let content): visitor.visit(content)
    case .navSAT(let content): visitor.visit(content)
    case .navSIG(let content): visitor.visit(content)
    case .navSOL(let content): visitor.visit(content)
    case .navSTATUS(let content): visitor.visit(content)
    case .navSVINFO(let content): visitor.visit(content)
    case .navTIMEGPS(let content): visitor.visit(content)
    case .navTIMELS(let content): visitor.visit(content)
    case .navTIMEUTC(let content): visitor.visit(content)
    case .navVELECEF(let content): visitor.visit(content)
    case .navVELNED(let content): visitor.visit(content)
    case .rxmRAWX(let content): visitor.visit(content)
    case .rxmRTCM(let content): visitor.visit(content)
    case .rxmSFRBX(let content): visitor.visit(content)
    case .inf(let content): visitor.visit(content)
    case .acknowledgement(let content): visitor.visit(content)
    case .control(let message):
      switch message.content {
      case .cfgANT(let content): visitor.visit(content)
      case .cfgCFG(let content): visitor.visit(content)
      case .cfgGNSS(let content): visitor.visit(content)
      case .cfgITFM(let content): visitor.visit(content)
      case .cfgMSG(let content): visitor.visit(content)
      case .cfgNAV5(let content): visitor.visit(content)
      case .cfgNAVX5(let content): visitor.visit(content)
      case .cfgNMEA(let content): visitor.visit(content)
      case .cfgPM2(let content): visitor.visit(content)
      case .cfgPRT(let content): visitor.visit(content)
      case .cfgRATE(let content): visitor.visit(content)
      case .cfgRST(let content): visitor.visit(content)
      case .cfgRXM(let content): visitor.visit(content)
      case .cfgSBAS(let content): visitor.visit(content)
      case .cfgTMODE2(let content): visitor.visit(content)
      case .cfgTMODE3(let content): visitor.visit(content)
      case .cfgTP5(let content): visitor.visit(content)
      case .cfgVALDEL(let content): visitor.visit(content)
      case .cfgVALGET(let content): visitor.visit(content)
      case .cfgVALSET(let content): visitor.visit(content)
      case .mgaACK(let content): visitor.visit(content)
      case .mgaDBD(let content): visitor.visit(content)
      case .mgaINIPosition(let content): visitor.visit(content)
      case .mgaINITime(let content): visitor.visit(content)
      }
    case .monCOMMS(let content): visitor.visit(content)
    case .monGNSS(let content): visitor.visit(content)
    case .monHW(let content): visitor.visit(content)
    case .monRF(let content): visitor.visit(content)
    case .monRXBUF(let content): visitor.visit(content)
    case .monSYS(let content): visitor.visit(content)
    case .monTXBUF(let content): visitor.visit(content)
    case .monVER(let content): visitor.visit(content)
    case .timTP(let content): visitor.visit(content)
    case .secSIG(let content): visitor.visit(content)
    case .secUNIQID(let content): visitor.visit(content)
    case .hnrPVT(let content): visitor.visit(content)
    case .unknown(let kind, let payload): visitor.visit(unknown: kind, payload)
    }
  }

  /// The class and identifier.
  public var kind: MessageKind { visit(KindVisitor()) }

  /// The payload without the frame.
  public var payload: [UInt8] { visit(ContentWriter()) }

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

  /// Reads the message in a frame, from the bytes that the frame was found in.
  ///
  /// A known kind whose payload has a different length or version, such as an empty poll, becomes `unknown`,
  /// and missing bytes shorten its payload.
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
    case .cfgANT: CfgANT(payload: payload).map { .control(.cfgANT($0)) }
    case .cfgCFG: CfgCFG(payload: payload).map { .control(.cfgCFG($0)) }
    case .cfgGNSS: CfgGNSS(payload: payload).map { .control(.cfgGNSS($0)) }
    case .cfgITFM: CfgITFM(payload: payload).map { .control(.cfgITFM($0)) }
    case .cfgMSG: CfgMSG(payload: payload).map(Message.cfgMSG)
    case .cfgNAV5: CfgNAV5(payload: payload).map(Message.cfgNAV5)
    case .cfgNAVX5: CfgNAVX5(payload: payload).map(Message.cfgNAVX5)
    case .cfgNMEA: CfgNMEA(payload: payload).map { .control(.cfgNMEA($0)) }
    case .cfgPM2: CfgPM2(payload: payload).map { .control(.cfgPM2($0)) }
    case .cfgPRT: CfgPRT(payload: payload).map(Message.cfgPRT)
    case .cfgRATE: CfgRATE(payload: payload).map { .control(.cfgRATE($0)) }
    case .cfgRST: CfgRST(payload: payload).map { .control(.cfgRST($0)) }
    case .cfgRXM: CfgRXM(payload: payload).map { .control(.cfgRXM($0)) }
    case .cfgSBAS: CfgSBAS(payload: payload).map { .control(.cfgSBAS($0)) }
    case .cfgTMODE2: CfgTMODE2(payload: payload).map { .control(.cfgTMODE2($0)) }
    case .cfgTMODE3: CfgTMODE3(payload: payload).map { .control(.cfgTMODE3($0)) }
    case .cfgTP5: CfgTP5(payload: payload).map { .control(.cfgTP5($0)) }
    case .cfgVALDEL: CfgVALDEL(payload: payload).map { .control(.cfgVALDEL($0)) }
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
    MgaINITime(payload: payload).map { .control(.mgaINITime($0)) }
      ?? MgaINIPosition(payload: payload).map { .control(.mgaINIPosition($0)) }
  }
}

/// A message that controls a receiver: a setting, a restart, or data that helps it to start.
///
/// `GPSBridge` writes these messages and verifies what they changed. A program has their kind and their bytes.
public struct ControlMessage: Sendable, Hashable {
  package let content: Content

  package enum Content: Sendable, Hashable {
    case cfgANT(CfgANT)
    case cfgCFG(CfgCFG)
    case cfgGNSS(CfgGNSS)
    case cfgITFM(CfgITFM)
    case cfgMSG(CfgMSG)
    case cfgNAV5(CfgNAV5)
    case cfgNAVX5(CfgNAVX5)
    case cfgNMEA(CfgNMEA)
    case cfgPM2(CfgPM2)
    case cfgPRT(CfgPRT)
    case cfgRATE(CfgRATE)
    case cfgRST(CfgRST)
    case cfgRXM(CfgRXM)
    case cfgSBAS(CfgSBAS)
    case cfgTMODE2(CfgTMODE2)
    case cfgTMODE3(CfgTMODE3)
    case cfgTP5(CfgTP5)
    case cfgVALDEL(CfgVALDEL)
    case cfgVALGET(CfgVALGET)
    case cfgVALSET(CfgVALSET)
    case mgaACK(MgaACK)
    case mgaDBD(MgaDBD)
    case mgaINIPosition(MgaINIPosition)
    case mgaINITime(MgaINITime)
  }
}

extension Message {
  /// The content of a message that controls a receiver; nil for other messages.
  package var control: ControlMessage.Content? {
    if case .control(let message) = self { message.content } else { nil }
  }

  package static func cfgMSG(_ content: CfgMSG) -> Message { control(.cfgMSG(content)) }
  package static func cfgNAV5(_ content: CfgNAV5) -> Message { control(.cfgNAV5(content)) }
  package static func cfgNAVX5(_ content: CfgNAVX5) -> Message { control(.cfgNAVX5(content)) }
  package static func cfgPRT(_ content: CfgPRT) -> Message { control(.cfgPRT(content)) }
  package static func cfgVALGET(_ content: CfgVALGET) -> Message { control(.cfgVALGET(content)) }
  package static func cfgVALSET(_ content: CfgVALSET) -> Message { control(.cfgVALSET(content)) }
  package static func mgaACK(_ content: MgaACK) -> Message { control(.mgaACK(content)) }
  package static func mgaDBD(_ content: MgaDBD) -> Message { control(.mgaDBD(content)) }

  package static func control(_ content: ControlMessage.Content) -> Message {
    .control(ControlMessage(content: content))
  }
}

/// A use of a message's content that does not depend on its type.
protocol ContentVisitor {
  associatedtype Answer
  func visit(_ content: some PayloadMessage) -> Answer
  func visit(unknown kind: MessageKind, _ payload: [UInt8]) -> Answer
}

private struct KindVisitor: ContentVisitor {
  func visit(_ content: some PayloadMessage) -> MessageKind { content.kind }
  func visit(unknown kind: MessageKind, _ payload: [UInt8]) -> MessageKind { kind }
}

private struct ContentWriter: ContentVisitor {
  func visit(_ content: some PayloadMessage) -> [UInt8] { content.payload }
  func visit(unknown kind: MessageKind, _ payload: [UInt8]) -> [UInt8] { payload }
}
