/// A text, such as an error, a warning or a notice.
///
/// ```
/// 0  C1×n  text, without a NUL at its end
/// ```
///
/// Described as UBX-INF-ERROR, UBX-INF-WARNING and so on in u-blox's interface descriptions.
public struct InfText: PayloadMessage, CustomStringConvertible {
  /// The class and identifier, which depend on the level.
  package var kind: MessageKind { MessageKind(0x04, level.rawValue) }
  package static var form: PayloadForm { PayloadForm(.infERROR, fewestBytes: 0) }
  public init() {}

  /// The severity.
  public var level = Level.notice
  /// The text as received.
  public var bytes: [UInt8] = []
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.bytes(&self.bytes, bytes)
  }

  /// The text to display; control characters become U+FFFD.
  public var description: String { PlainText.decoded(bytes) }

  /// The severity of a text.
  public struct Level: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: an error.
    public static let error = Level(rawValue: 0)
    /// 1: a warning.
    public static let warning = Level(rawValue: 1)
    /// 2: a notice, such as the startup banner.
    public static let notice = Level(rawValue: 2)
    /// 3: test output.
    public static let test = Level(rawValue: 3)
    /// 4: debug output for u-blox.
    public static let debug = Level(rawValue: 4)
  }
}
