/// A correction that the receiver got from a base station, and whether it uses it.
///
/// ```
/// 0  U1  version     2
/// 1  X1  flags: bit 0 crcFailed, 1–2 msgUsed
/// 2  U2  subType
/// 4  U2  refStation  0…4095
/// 6  U2  msgType
/// ```
///
/// The receiver sends one for each message of RTCM 3, so their absence shows that no corrections arrive.
public struct RxmRTCM: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.rxmRTCM, fewestBytes: 8) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 2
  /// Whether the checksum of the correction was wrong.
  public var hasWrongChecksum = false
  /// Whether the receiver uses the correction.
  public var usage = Usage.unknown
  /// The subtype of message 4072, which u-blox defines.
  public var subtype: UInt16 = 0
  /// The number of the base station.
  public var station: UInt16 = 0
  /// The number of the RTCM message, such as 1077.
  public var message: UInt16 = 0
  package var kept = KeptBytes<1>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 2...2, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flag(&hasWrongChecksum, bit: 0, of: &flags)
    payload.code(&usage, bits: 1...2, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.fields(&subtype, &station, &message, bytes)
  }

  /// Whether a receiver uses a correction.
  public struct Usage: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: not reported.
    public static let unknown = Usage(rawValue: 0)
    /// 1: not used, for example because the position is fixed.
    public static let unused = Usage(rawValue: 1)
    /// 2: used.
    public static let used = Usage(rawValue: 2)
  }
}
