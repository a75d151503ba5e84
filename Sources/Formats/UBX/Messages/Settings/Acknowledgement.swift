/// The answer to a setting: accepted or refused, without a reason.
///
/// ```
/// 0  U1  clsID   class and identifier of the message that is answered
/// 1  U1  msgID
/// ```
///
/// Described as UBX-ACK-ACK and UBX-ACK-NAK in u-blox's interface descriptions.
public struct Acknowledgement: PayloadMessage {
  /// Whether the setting was accepted (ACK-ACK) or refused (ACK-NAK).
  public var isAccepted = true
  /// The kind of the message that this answers.
  public var message = MessageKind(rawValue: 0)
  private var rest = PayloadRest()

  /// The class and identifier, ACK-ACK or ACK-NAK.
  public var kind: MessageKind { isAccepted ? .ackACK : .ackNAK }

  /// Makes an answer with default values.
  public init() {}

  /// Returns whether the length is at least 2 bytes.
  public static func fits(_ length: Int) -> Bool { length >= 2 }

  /// Reads a payload; returns false if its length does not fit.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in order, to read or write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.kind(&message, bytes)
    payload.end(&rest, bytes)
  }
}
