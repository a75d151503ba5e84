/// The answer to a setting: accepted or refused, without a reason.
///
/// ```
/// 0  U1  clsID  class and identifier of the message that is answered
/// 1  U1  msgID
/// ```
///
/// Described as UBX-ACK-ACK and UBX-ACK-NAK in u-blox's interface descriptions.
public struct Acknowledgement: PayloadMessage {
  /// The class and identifier, ACK-ACK or ACK-NAK.
  package var kind: MessageKind { isAccepted ? .ackACK : .ackNAK }
  package static var form: PayloadForm { PayloadForm(.ackACK, fewestBytes: 2) }
  public init() {}

  /// Whether the setting was accepted (ACK-ACK) or refused (ACK-NAK).
  public var isAccepted = true
  /// The kind of the message that this answers.
  public var message = MessageKind(rawValue: 0)
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.kind(&message, bytes)
  }
}
