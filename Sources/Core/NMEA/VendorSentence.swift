/// The proprietary sentences that this module reads.
public enum VendorSentence: Sendable, Hashable {
  /// Airoha: acknowledges a command.
  case pair001(PAIR001)
  /// Airoha: sets the time between fixes.
  case pair050(PAIR050)
  /// Airoha: sets the rate of a sentence.
  case pair062(PAIR062)
  /// Airoha: sets the speed of a port.
  case pair864(PAIR864)
  /// Attitude: heading, roll, pitch, heave.
  case pashr(PASHR)
  /// Ashtech: the complete fix.
  case pashrpos(PASHRPOS)
  /// CASIC: sets the speed of the line.
  case pcas01(PCAS01)
  /// CASIC: sets the time between fixes.
  case pcas02(PCAS02)
  /// CASIC: sets the rates of the sentences.
  case pcas03(PCAS03)
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
  /// MediaTek: acknowledges a command.
  case pmtk001(PMTK001)
  /// MediaTek: a system event.
  case pmtk010(PMTK010)
  /// MediaTek: the receiver's name.
  case pmtk011(PMTK011)
  /// MediaTek: hot start.
  case pmtk101(PMTK101)
  /// MediaTek: warm start.
  case pmtk102(PMTK102)
  /// MediaTek: cold start.
  case pmtk103(PMTK103)
  /// MediaTek: cold start with factory settings.
  case pmtk104(PMTK104)
  /// MediaTek: sets the time between fixes.
  case pmtk220(PMTK220)
  /// MediaTek: sets the speed of the line.
  case pmtk251(PMTK251)
  /// MediaTek: sets the rates of the sentences.
  case pmtk314(PMTK314)
  /// MediaTek: queries the firmware.
  case pmtk605(PMTK605)
  /// MediaTek: the firmware.
  case pmtk705(PMTK705)
  /// Quectel: estimated errors.
  case pqtmepe(PQTMEPE)
  /// Quectel: the firmware.
  case pqtmverno(PQTMVERNO)
  /// SiRF: sets the protocol and speed of the line.
  case psrf100(PSRF100)
  /// SiRF: sets the rate of a sentence.
  case psrf103(PSRF103)
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
  /// u-blox: sets the rate of a sentence.
  case pubx40(PUBX40)
  /// u-blox: sets the protocols and speed of a port.
  case pubx41(PUBX41)

  #if !hasFeature(Embedded)
  /// The content of the sentence.
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
