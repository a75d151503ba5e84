/// A text for people: an error, a warning, a notice.
///
/// ```
/// 0  C1×n  text, no NUL behind it
/// ```
///
/// Described as UBX-INF-ERROR and its sisters in u-blox's interface descriptions.
public struct InfText: PayloadMessage {
  /// How much it matters.
  public var level = Level.notice
  /// The text as it was sent.
  public var bytes: [UInt8] = []
  private var rest = PayloadRest()

  /// Class and identifier, by the level.
  public var kind: MessageKind { MessageKind(0x04, level.rawValue) }

  /// Makes a text that says nothing yet.
  public init() {}

  /// Any length.
  public static func fits(_ length: Int) -> Bool { true }

  /// Reads a payload; it is always true.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.bytes(&self.bytes, bytes)
    payload.end(&rest, bytes)
  }
}

extension InfText {
  /// The text for a person; control characters become U+FFFD.
  public var description: String { PlainText.decoded(bytes) }

  /// How much a text matters.
  public struct Level: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: something is wrong.
    public static let error = Level(rawValue: 0)
    /// 1: something may be wrong.
    public static let warning = Level(rawValue: 1)
    /// 2: for information, as the banner after a start.
    public static let notice = Level(rawValue: 2)
    /// 3: of a test.
    public static let test = Level(rawValue: 3)
    /// 4: for the maker's developers.
    public static let debug = Level(rawValue: 4)
  }
}

extension InfText: CustomStringConvertible {}
