/// The vendors' sentences that this module reads.
public enum VendorSentence: Sendable, Hashable {
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
    case .pgrme(let content): content
    case .pgrmf(let content): content
    case .pgrmm(let content): content
    case .pgrmt(let content): content
    case .pgrmv(let content): content
    case .pgrmz(let content): content
    case .pubx00(let content): content
    case .pubx03(let content): content
    case .pubx04(let content): content
    case .pubx40(let content): content
    case .pubx41(let content): content
    }
  }
  #endif
}
