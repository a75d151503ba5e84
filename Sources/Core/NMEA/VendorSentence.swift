/// The proprietary sentences that this module reads.
public enum VendorSentence: Sendable, Hashable {
  /// A command, or an answer to one.
  case control(ControlSentence)
  /// Attitude: heading, roll, pitch, heave.
  case pashr(PASHR)
  /// Ashtech: the complete fix.
  case pashrpos(PASHRPOS)
  /// Garmin: estimated errors.
  case pgrme(PGRME)
  /// Garmin: the complete fix.
  case pgrmf(PGRMF)
  /// Garmin: the map datum.
  case pgrmm(PGRMM)
  /// Garmin: the status of the receiver.
  case pgrmt(PGRMT)
  /// Garmin: the three-dimensional velocity.
  case pgrmv(PGRMV)
  /// Garmin: the altitude.
  case pgrmz(PGRMZ)
  /// MediaTek: a system event.
  case pmtk010(PMTK010)
  /// MediaTek: the receiver's name.
  case pmtk011(PMTK011)
  /// Quectel: estimated errors.
  case pqtmepe(PQTMEPE)
  /// SiRF: estimated errors.
  case psrfepe(PSRFEPE)
  /// SkyTraq: the recommended minimum with three-dimensional velocity.
  case psti030(PSTI030)
  /// SkyTraq: the position relative to the base station.
  case psti032(PSTI032)
  /// u-blox: the complete fix.
  case pubx00(PUBX00)
  /// u-blox: satellites.
  case pubx03(PUBX03)
  /// u-blox: the time.
  case pubx04(PUBX04)

  #if !hasFeature(Embedded)
  /// The content of the sentence.
  public var content: any SentenceContent {
    switch self {
    case .control(let sentence):
      switch sentence.content {
      case .pair001(let content): content
      case .pair050(let content): content
      case .pair062(let content): content
      case .pair864(let content): content
      case .pcas01(let content): content
      case .pcas02(let content): content
      case .pcas03(let content): content
      case .pmtk001(let content): content
      case .pmtk101(let content): content
      case .pmtk102(let content): content
      case .pmtk103(let content): content
      case .pmtk104(let content): content
      case .pmtk220(let content): content
      case .pmtk251(let content): content
      case .pmtk314(let content): content
      case .pmtk605(let content): content
      case .pmtk705(let content): content
      case .pqtmverno(let content): content
      case .psrf100(let content): content
      case .psrf103(let content): content
      case .pubx40(let content): content
      case .pubx41(let content): content
      }
    case .pashr(let content): content
    case .pashrpos(let content): content
    case .pgrme(let content): content
    case .pgrmf(let content): content
    case .pgrmm(let content): content
    case .pgrmt(let content): content
    case .pgrmv(let content): content
    case .pgrmz(let content): content
    case .pmtk010(let content): content
    case .pmtk011(let content): content
    case .pqtmepe(let content): content
    case .psrfepe(let content): content
    case .psti030(let content): content
    case .psti032(let content): content
    case .pubx00(let content): content
    case .pubx03(let content): content
    case .pubx04(let content): content
    }
  }
  #endif
}

/// A command to a receiver, or the answer to one.
///
/// `GPSBridge` sends these sentences and verifies what they changed.
public struct ControlSentence: Sendable, Hashable {
  package let content: Content

  package enum Content: Sendable, Hashable {
    case pair001(PAIR001)
    case pair050(PAIR050)
    case pair062(PAIR062)
    case pair864(PAIR864)
    case pcas01(PCAS01)
    case pcas02(PCAS02)
    case pcas03(PCAS03)
    case pmtk001(PMTK001)
    case pmtk101(PMTK101)
    case pmtk102(PMTK102)
    case pmtk103(PMTK103)
    case pmtk104(PMTK104)
    case pmtk220(PMTK220)
    case pmtk251(PMTK251)
    case pmtk314(PMTK314)
    case pmtk605(PMTK605)
    case pmtk705(PMTK705)
    case pqtmverno(PQTMVERNO)
    case psrf100(PSRF100)
    case psrf103(PSRF103)
    case pubx40(PUBX40)
    case pubx41(PUBX41)
  }
}

extension VendorSentence {
  /// The content of a command or an answer; nil for other sentences.
  package var control: ControlSentence.Content? {
    if case .control(let sentence) = self { sentence.content } else { nil }
  }

  package static func control(_ content: ControlSentence.Content) -> VendorSentence {
    .control(ControlSentence(content: content))
  }
}
