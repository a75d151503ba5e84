/// How often a message or a sentence comes, up to u-blox 9.
///
/// ```
/// 0  U1    msgClass      The class of a sentence is 0xF0, of PUBX 0xF1.
/// 1  U1    msgID
/// 2  U1×6  rates         I²C, UART1, UART2, USB, SPI, one reserved; or one byte for the port it comes in by
/// ```
///
/// Described as UBX-CFG-MSG in u-blox's interface descriptions.
public struct CfgMSG: PayloadMessage {
  /// The message that is meant.
  public var message = MessageKind(rawValue: 0)
  /// With every so-manieth epoch, 0 for never: for each port in its order, or the first for the port in use.
  public var rates = PayloadNumbers<6, UInt8>()
  /// Whether it means only the port it comes in by: three bytes instead of eight.
  public var isForThisPort = false
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgMSG }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 3 bytes, or 8 and more.
  public static func fits(_ length: Int) -> Bool { length == 3 || length >= 8 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool {
    isForThisPort = payload.count == 3
    return reads(payload)
  }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.kind(&message, bytes)
    if isForThisPort { payload.number(&rates.stored[0], bytes) } else { payload.numbers(&rates, bytes) }
    payload.end(&rest, bytes)
  }
}
