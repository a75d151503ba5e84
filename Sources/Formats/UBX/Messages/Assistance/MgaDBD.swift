/// A part of the navigation database, to restore after a start.
///
/// ```
///  0  U1×12  reserved
/// 12  U1×n   data
/// ```
///
/// Only the same receiver with the same firmware can read it.
public struct MgaDBD: PayloadMessage {
  public var kind: MessageKind { .mgaDBD }
  public static let fewestBytes = 12

  /// The data, in an undocumented format.
  public var data: [UInt8] = []
  private var reserved = Reserved<12>()
  private var rest = PayloadRest()

  public init() {}

  @inline(__always) public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.skip(12, keeping: &reserved, bytes)
    payload.bytes(&data, bytes)
    payload.end(&rest, bytes)
  }
}
