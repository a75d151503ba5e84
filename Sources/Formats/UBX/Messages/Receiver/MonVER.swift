/// The versions of software, hardware and protocol.
///
/// ```
///  0  C30  swVersion
/// 30  C10  hwVersion
///          again for each line:
/// +0  C30  extension
/// ```
///
/// ``ReceiverVersions`` says what they mean.
///
/// Described as UBX-MON-VER in u-blox's interface descriptions.
public struct MonVER: PayloadMessage {
  /// The software, as `ROM CORE 3.01 (107888)`.
  public var software = PayloadText<30>()
  /// The hardware, as `00080000`: it tells the generation.
  public var hardware = PayloadText<10>()
  /// Further lines, as `PROTVER=18.00`, any number of them.
  public var extensions: [Extension] = []
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .monVER }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 40 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 40 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.text(&software, bytes)
    payload.text(&hardware, bytes)
    payload.groupToEnd(&extensions, bytes)
    payload.end(&rest, bytes)
  }
}

extension MonVER {
  /// One line.
  public struct Extension: PayloadBlock {
    /// The text.
    public var text = PayloadText<30>()

    /// Always 30 bytes.
    public var length: Int { 30 }

    /// Makes one that says nothing yet.
    public init() {}

    /// Visits the fields in their order, to read them or to write them.
    public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.text(&text, bytes)
    }
  }
}
