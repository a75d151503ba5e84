/// The speed and the protocols of a port, up to u-blox 9.
///
/// ```
///  0  U1  portID
///  1  U1  reserved
///  2  X2  txReady
///  4  X4  mode: bits 6–7 charLen, 9–11 parity, 12–13 nStopBits
///  8  U4  baudRate      1 Bd
/// 12  X2  inProtoMask   0 UBX, 1 NMEA, 2 RTCM 2, 5 RTCM 3
/// 14  X2  outProtoMask  the same
/// 16  X2  flags: bit 1 extendedTxTimeout
/// 18  U2  reserved
/// ```
///
/// Read the message, change it and send it back, so that other fields keep their values.
package struct CfgPRT: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgPRT, fewestBytes: 20) }
  package init() {}

  /// The port; the answer to an empty poll contains the port that received the poll.
  package var port = PortNumber.uart1
  /// The configuration of the pin that signals pending output; 0 disables it.
  package var readyPin: UInt16 = 0
  /// The data bits minus 5: 3 for 8 bits.
  package var bits: UInt8 = 3
  /// The parity: 0 even, 1 odd, 4 none.
  package var parity: UInt8 = 4
  /// The stop bits: 0 for 1, 1 for 1.5, 2 for 2, 3 for 0.5.
  package var stopBits: UInt8 = 0
  /// The speed of a serial port in bits per second.
  package var baudRate: UInt32 = 0
  package var input = ProtocolSet()
  package var output = ProtocolSet()
  /// Whether the transmit timeout is extended.
  package var hasLongTimeout = false
  package var kept = KeptBytes<9>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.code(&port, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.number(&readyPin, bytes)
    var mode = payload.word(UInt32.self, bytes)
    payload.number(&bits, bits: 6...7, of: &mode)
    payload.number(&parity, bits: 9...11, of: &mode)
    payload.number(&stopBits, bits: 12...13, of: &mode)
    payload.close(mode, keeping: &kept.reserved)
    payload.fields(&baudRate, &input, &output, bytes)
    var flags = payload.word(UInt16.self, bytes)
    payload.flag(&hasLongTimeout, bit: 1, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.skip(2, keeping: &kept.reserved, bytes)
  }
}

package struct ProtocolSet: OptionSet, Sendable, Hashable, PayloadCode {
  package var rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package static let ubx = ProtocolSet(rawValue: 1)
  package static let nmea = ProtocolSet(rawValue: 2)
  /// Bit 2: RTCM 2, input only.
  package static let rtcm2 = ProtocolSet(rawValue: 4)
  package static let rtcm3 = ProtocolSet(rawValue: 32)
}
