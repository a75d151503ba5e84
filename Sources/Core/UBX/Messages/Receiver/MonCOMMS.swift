/// The load of the ports, since u-blox 9.
///
/// ```
///   0  U1    version               0
///   1  U1    nPorts                n
///   2  X1    txErrors: bit 0 mem, 1 alloc, 2–4 outputPort
///   3  U1    reserved
///   4  U1×4  protIds
///      again for each port:
///  +0  U2    portId
///  +2  U2    txPending             1
///  +4  U4    txBytes               1
///  +8  U1    txUsage, txPeakUsage  1 %
/// +10  U2    rxPending             1
/// +12  U4    rxBytes               1
/// +16  U1    rxUsage, rxPeakUsage  1 %
/// +18  U2    overrunErrs           1
/// +20  U2×4  msgs
/// +28  U4×2  reserved
/// +36  U4    skipped               1
/// ```
public struct MonCOMMS: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.monCOMMS, fewestBytes: 8) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 0
  /// Whether the output buffers ran out of memory.
  public var isOutOfMemory = false
  /// Whether a message was lost because memory allocation failed.
  public var hasAllocationError = false
  /// The port that sent this message: 1 I²C, 2 UART1, 3 UART2, 4 USB, 5 SPI.
  public var answeringPort: UInt8 = 0
  /// The counted protocols: 0 UBX, 1 NMEA, 2 RTCM 2, 5 RTCM 3, 6 SPARTN, 255 none.
  public var protocols = PayloadNumbers<4, UInt8>()
  /// The ports, at most 255.
  public var ports: [Port] = []
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    let count = payload.count(of: ports, bytes)
    var errors = payload.word(UInt8.self, bytes)
    payload.flags(&isOutOfMemory, &hasAllocationError, from: 0, of: &errors)
    payload.number(&answeringPort, bits: 2...4, of: &errors)
    payload.close(errors, keeping: &kept.reserved)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.numbers(&protocols, bytes)
    payload.group(&ports, count: count, bytes)
  }

  /// The status of one port.
  public struct Port: PayloadBlock {
    /// The port: 0x0000 I²C, 0x0100 UART1, 0x0200 UART2, 0x0300 USB, 0x0400 SPI.
    public var identifier: UInt16 = 0
    /// The number of bytes pending for output.
    public var bytesToSend: UInt16 = 0
    /// The total number of bytes sent.
    public var bytesSent: UInt32 = 0
    /// The usage of the output buffer in percent.
    public var sendingLoad: UInt8 = 0
    /// The peak usage of the output buffer in percent.
    public var highestSendingLoad: UInt8 = 0
    /// The number of bytes pending in the input buffer.
    public var bytesToRead: UInt16 = 0
    /// The total number of bytes received.
    public var bytesReceived: UInt32 = 0
    /// The usage of the input buffer in percent.
    public var receivingLoad: UInt8 = 0
    /// The peak usage of the input buffer in percent.
    public var highestReceivingLoad: UInt8 = 0
    /// The number of 100 ms periods with overrun errors.
    public var overruns: UInt16 = 0
    /// The number of messages received, for each counted protocol.
    public var messages = PayloadNumbers<4, UInt16>()
    /// The number of bytes that did not belong to a message.
    public var bytesSkipped: UInt32 = 0
    private var reserved = Reserved<8>()

    public var length: Int { 40 }
    public init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.fields(&identifier, &bytesToSend, &bytesSent, &sendingLoad, &highestSendingLoad, bytes)
      payload.fields(&bytesToRead, &bytesReceived, &receivingLoad, &highestReceivingLoad, bytes)
      payload.fields(&overruns, &messages, bytes)
      payload.skip(8, keeping: &reserved, bytes)
      payload.number(&bytesSkipped, bytes)
    }

    /// The port for this identifier.
    public var port: PortNumber { PortNumber(rawValue: UInt8(truncatingIfNeeded: identifier >> 8)) }
  }
}
