/// Start again, with or without what is known.
///
/// ```
/// 0  X2  navBbrMask
/// 2  U1  resetMode
/// 3  U1  reserved
/// ```
///
/// It is not acknowledged.
///
/// Described as UBX-CFG-RST in u-blox's interface descriptions.
public struct CfgRST: PayloadMessage {
  /// Knowledge to forget.
  public var forget = Knowledge.hot
  /// The way to start again.
  public var mode = Mode.navigation
  private var reserved = Reserved<1>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgRST }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 4 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 4 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.code(&forget, bytes)
    payload.code(&mode, bytes)
    payload.skip(1, keeping: &reserved, bytes)
    payload.end(&rest, bytes)
  }
}

extension CfgRST {
  /// Knowledge to forget before a start, a bit for each kind of it.
  public struct Knowledge: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt16
    /// Makes one of its number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// 0: nothing.
    public static let hot = Knowledge(rawValue: 0)
    /// 1: the ephemerides.
    public static let warm = Knowledge(rawValue: 1)
    /// 65535: everything.
    public static let cold = Knowledge(rawValue: 65535)
  }

  /// A way to start again.
  public struct Mode: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: the whole chip, at once; a receiver on USB leaves it and comes back.
    public static let hardwareNow = Mode(rawValue: 0)
    /// 1: the whole program; so does this one.
    public static let software = Mode(rawValue: 1)
    /// 2: only the navigation; a receiver on USB stays.
    public static let navigation = Mode(rawValue: 2)
    /// 4: the whole chip, in order.
    public static let hardware = Mode(rawValue: 4)
    /// 8: navigation stops.
    public static let stop = Mode(rawValue: 8)
    /// 9: navigation goes on.
    public static let start = Mode(rawValue: 9)
  }
}
