/// The supported and the enabled systems, up to u-blox 9.
///
/// ```
/// 0  U1    version               0, 1
/// 1  X1    supported             0 GPS, 1 GLONASS, 2 BeiDou, 3 Galileo
/// 2  X1    defaultGnss, enabled  the same
/// 4  U1    simultaneous          1
/// 5  U1×3  reserved
/// ```
public struct MonGNSS: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.monGNSS, fewestBytes: 8) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 0
  /// The systems that the receiver supports.
  public var supported = SystemSet()
  /// The systems that are enabled by default.
  public var usual = SystemSet()
  /// The systems that are enabled.
  public var enabled = SystemSet()
  /// The most systems that can be enabled at the same time.
  public var mostAtOnce: UInt8 = 0
  package var kept = KeptBytes<3>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...1, bytes)
    payload.fields(&supported, &usual, &enabled, &mostAtOnce, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
  }

  /// A set of systems.
  public struct SystemSet: OptionSet, Sendable, Hashable, PayloadCode {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bit 0: GPS.
    public static let gps = SystemSet(rawValue: 1)
    /// Bit 1: GLONASS.
    public static let glonass = SystemSet(rawValue: 2)
    /// Bit 2: BeiDou.
    public static let beiDou = SystemSet(rawValue: 4)
    /// Bit 3: Galileo.
    public static let galileo = SystemSet(rawValue: 8)
  }
}
