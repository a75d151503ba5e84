/// A piece of what the receiver remembers, to be given back to it after a start.
///
/// ```
/// 0  U1×12  reserved
/// 12  U1×n  data
/// ```
///
/// Only the same receiver with the same firmware can use it.
///
/// Described as UBX-MGA-DBD in u-blox's interface descriptions.
public struct MgaDBD: PayloadMessage {
  /// The piece; only the receiver knows what it says.
  public var data: [UInt8] = []
  private var reserved = Reserved<12>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .mgaDBD }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 12 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 12 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.skip(12, keeping: &reserved, bytes)
    payload.bytes(&data, bytes)
    payload.end(&rest, bytes)
  }
}
