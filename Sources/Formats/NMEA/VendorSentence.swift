/// The vendors' sentences that this module reads.
public enum VendorSentence: Sendable, Hashable {
  /// Airoha: the answer to a command.
  case pair001(PAIR001)
  /// Airoha: how much time to leave between fixes.
  case pair050(PAIR050)
  /// Airoha: how often to send a sentence.
  case pair062(PAIR062)
  /// Airoha: how fast to speak.
  case pair864(PAIR864)
  /// Attitude: heading, roll, pitch, heave.
  case pashr(PASHR)
  /// Ashtech: the whole fix.
  case pashrpos(PASHRPOS)
  /// CASIC: how fast to speak.
  case pcas01(PCAS01)
  /// CASIC: how much time to leave between fixes.
  case pcas02(PCAS02)
  /// CASIC: which sentences to send.
  case pcas03(PCAS03)
  /// Garmin: expected errors.
  case pgrme(PGRME)
  /// Garmin: the whole fix.
  case pgrmf(PGRMF)
  /// Garmin: the map datum.
  case pgrmm(PGRMM)
  /// Garmin: the state of the receiver.
  case pgrmt(PGRMT)
  /// Garmin: the velocity in space.
  case pgrmv(PGRMV)
  /// Garmin: the altitude.
  case pgrmz(PGRMZ)
  /// MediaTek: the answer to a command.
  case pmtk001(PMTK001)
  /// MediaTek: something has happened.
  case pmtk010(PMTK010)
  /// MediaTek: the receiver's name.
  case pmtk011(PMTK011)
  /// MediaTek: start again, hot.
  case pmtk101(PMTK101)
  /// MediaTek: start again, warm.
  case pmtk102(PMTK102)
  /// MediaTek: start again, cold.
  case pmtk103(PMTK103)
  /// MediaTek: start again, cold and as built.
  case pmtk104(PMTK104)
  /// MediaTek: how much time to leave between fixes.
  case pmtk220(PMTK220)
  /// MediaTek: how fast to speak.
  case pmtk251(PMTK251)
  /// MediaTek: which sentences to send.
  case pmtk314(PMTK314)
  /// MediaTek: the question for the firmware.
  case pmtk605(PMTK605)
  /// MediaTek: the firmware.
  case pmtk705(PMTK705)
  /// Quectel: expected errors.
  case pqtmepe(PQTMEPE)
  /// Quectel: the firmware.
  case pqtmverno(PQTMVERNO)
  /// SiRF: what to speak, and how fast.
  case psrf100(PSRF100)
  /// SiRF: how often to send a sentence.
  case psrf103(PSRF103)
  /// SiRF: expected errors.
  case psrfepe(PSRFEPE)
  /// SkyTraq: the recommended minimum in space.
  case psti030(PSTI030)
  /// SkyTraq: where it stands from its station.
  case psti032(PSTI032)
  /// u-blox: the whole fix.
  case pubx00(PUBX00)
  /// u-blox: satellites.
  case pubx03(PUBX03)
  /// u-blox: the time.
  case pubx04(PUBX04)
  /// u-blox: how often to send a sentence.
  case pubx40(PUBX40)
  /// u-blox: what to speak, and how fast.
  case pubx41(PUBX41)

  #if !hasFeature(Embedded)
  /// The sentence itself, whatever it is.
  public var content: any SentenceContent {
    switch self {
    case .pair001(let content): content
    case .pair050(let content): content
    case .pair062(let content): content
    case .pair864(let content): content
    case .pashr(let content): content
    case .pashrpos(let content): content
    case .pcas01(let content): content
    case .pcas02(let content): content
    case .pcas03(let content): content
    case .pgrme(let content): content
    case .pgrmf(let content): content
    case .pgrmm(let content): content
    case .pgrmt(let content): content
    case .pgrmv(let content): content
    case .pgrmz(let content): content
    case .pmtk001(let content): content
    case .pmtk010(let content): content
    case .pmtk011(let content): content
    case .pmtk101(let content): content
    case .pmtk102(let content): content
    case .pmtk103(let content): content
    case .pmtk104(let content): content
    case .pmtk220(let content): content
    case .pmtk251(let content): content
    case .pmtk314(let content): content
    case .pmtk605(let content): content
    case .pmtk705(let content): content
    case .pqtmepe(let content): content
    case .pqtmverno(let content): content
    case .psrf100(let content): content
    case .psrf103(let content): content
    case .psrfepe(let content): content
    case .psti030(let content): content
    case .psti032(let content): content
    case .pubx00(let content): content
    case .pubx03(let content): content
    case .pubx04(let content): content
    case .pubx40(let content): content
    case .pubx41(let content): content
    }
  }
  #endif
}
