/// The versions of the software, hardware and protocol.
///
/// ```
///  0  C30  swVersion
/// 30  C10  hwVersion
///          again for each line:
/// +0  C30  extension
/// ```
///
/// ``ReceiverVersions`` parses them.
public struct MonVER: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.monVER, fewestBytes: 40) }
  public init() {}

  /// The software version, such as `ROM CORE 3.01 (107888)`.
  public var software = PayloadText<30>()
  /// The hardware version, such as `00080000`, which identifies the generation.
  public var hardware = PayloadText<10>()
  /// Any number of extension lines, such as `PROTVER=18.00`.
  public var extensions: [Extension] = []
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&software, &hardware, bytes)
    payload.groupToEnd(&extensions, bytes)
  }

  /// One extension line.
  public struct Extension: PayloadBlock {
    /// The text.
    public var text = PayloadText<30>()

    public var length: Int { 30 }
    public init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.text(&text, bytes)
    }
  }
}
