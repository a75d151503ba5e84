/// A setting was accepted or refused; there is no word on why.
///
/// ```
/// 0  U1  clsID   class and identifier of the message that is answered
/// 1  U1  msgID
/// ```
///
/// Described as UBX-ACK-ACK and UBX-ACK-NAK in u-blox's interface descriptions.
public struct Acknowledgement: PayloadMessage {
  /// Whether it was accepted: ACK-ACK, or ACK-NAK.
  public var isAccepted = true
  /// The message that is answered.
  public var message = MessageKind(rawValue: 0)
  private var rest = PayloadRest()

  /// Class and identifier, by the answer.
  public var kind: MessageKind { isAccepted ? .ackACK : .ackNAK }

  /// Makes an answer to nothing yet.
  public init() {}

  /// 2 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 2 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.kind(&message, bytes)
    payload.end(&rest, bytes)
  }
}
