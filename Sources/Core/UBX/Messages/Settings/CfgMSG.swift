/// The rate of a message or sentence, up to u-blox 9.
///
/// ```
/// 0  U1    msgClass  The class of a sentence is 0xF0, of PUBX 0xF1.
/// 1  U1    msgID
/// 2  U1×6  rates     I²C, UART1, UART2, USB, SPI, one reserved; or one byte for the port it comes in by
/// ```
package struct CfgMSG: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgMSG, fewestBytes: 3) }

  package var message = MessageKind(rawValue: 0)
  /// Sent with every Nth epoch, or never if 0: one value per port, or only the first for the current port.
  package var rates = PayloadNumbers<6, UInt8>()
  /// Whether the message configures only the port that receives it: three bytes instead of eight.
  package var isForThisPort = false
  package var kept = KeptBytes<0>()

  package init() {}
  package static func fits(_ length: Int) -> Bool { length == 3 || length >= 8 }
  package mutating func read(_ payload: Span<UInt8>) -> Bool {
    isForThisPort = payload.count == 3
    return reads(payload)
  }

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.kind(&message, bytes)
    if isForThisPort { payload.number(&rates.stored[0], bytes) } else { payload.numbers(&rates, bytes) }
  }
}
