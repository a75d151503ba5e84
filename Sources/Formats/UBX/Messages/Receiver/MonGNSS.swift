/// The systems that can be received, and are, up to u-blox 9.
///
/// ```
/// 0  U1    version       0, 1
/// 1  X1    supported     0 GPS, 1 GLONASS, 2 BeiDou, 3 Galileo
/// 2  X1    defaultGnss   the same
/// 3  X1    enabled       the same
/// 4  U1    simultaneous  1
/// 5  U1×3  reserved
/// ```
///
/// Described as UBX-MON-GNSS in u-blox's interface descriptions.
public struct MonGNSS: PayloadMessage {
  /// The version of the layout.
  public var version: UInt8 = 0
  /// Systems that this receiver can receive.
  public var supported = SystemSet()
  /// Systems that it receives as built.
  public var usual = SystemSet()
  /// Systems that it receives.
  public var enabled = SystemSet()
  /// How many it can receive at once.
  public var mostAtOnce: UInt8 = 0
  private var reserved = Reserved<3>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .monGNSS }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 8 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 8 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...1, bytes)
    payload.code(&supported, bytes)
    payload.code(&usual, bytes)
    payload.code(&enabled, bytes)
    payload.number(&mostAtOnce, bytes)
    payload.skip(3, keeping: &reserved, bytes)
    payload.end(&rest, bytes)
  }
}

extension MonGNSS {
  /// Systems, a bit for each.
  public struct SystemSet: OptionSet, Sendable, Hashable {
    /// The bits.
    public var rawValue: UInt8
    /// Makes a set of its bits.
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
