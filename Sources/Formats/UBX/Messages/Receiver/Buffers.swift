// How full the buffers of the ports are, up to u-blox 9. The six targets are I²C, UART1, UART2, USB, SPI and one more.

/// How full the sending buffers are.
///
/// ```
///  0  U2×6  pending     1
/// 12  U1×6  usage       1 %
/// 18  U1×6  peakUsage   1 %
/// 24  U1    tUsage      1 %
/// 25  U1    tPeakUsage  1 %
/// 26  X1    errors
///             bits 0–5  limit
///             bit 6     lem
///             bit 7     alloc
/// 27  U1    reserved
/// ```
///
/// Described as UBX-MON-TXBUF in u-blox's interface descriptions.
public struct MonTXBUF: PayloadMessage {
  /// Bytes that wait, for each target.
  public var bytesPending = PayloadNumbers<6, UInt16>()
  /// Percent in use, for each target.
  public var usage = PayloadNumbers<6, UInt8>()
  /// The highest percentage so far, for each target.
  public var highestUsage = PayloadNumbers<6, UInt8>()
  /// Percent in use of all of them.
  public var totalUsage: UInt8 = 0
  /// The highest percentage of all of them so far.
  public var highestTotalUsage: UInt8 = 0
  /// A bit for each target whose buffer was full.
  public var targetsAtLimit: UInt8 = 0
  /// Whether the buffers ran out of memory.
  public var isOutOfMemory = false
  /// Whether a message was lost because no memory was left for it.
  public var hasAllocationError = false
  private var reserved = Reserved<2>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .monTXBUF }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 28 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 28 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.numbers(&bytesPending, bytes)
    payload.numbers(&usage, bytes)
    payload.numbers(&highestUsage, bytes)
    payload.number(&totalUsage, bytes)
    payload.number(&highestTotalUsage, bytes)
    var errors = payload.word(UInt8.self, bytes)
    payload.number(&targetsAtLimit, bits: 0...5, of: &errors)
    payload.flag(&isOutOfMemory, bit: 6, of: &errors)
    payload.flag(&hasAllocationError, bit: 7, of: &errors)
    payload.close(errors, keeping: &reserved)
    payload.skip(1, keeping: &reserved, bytes)
    payload.end(&rest, bytes)
  }
}

/// How full the receiving buffers are.
///
/// ```
///  0  U2×6  pending    1
/// 12  U1×6  usage      1 %
/// 18  U1×6  peakUsage  1 %
/// ```
///
/// Described as UBX-MON-RXBUF in u-blox's interface descriptions.
public struct MonRXBUF: PayloadMessage {
  /// Bytes that wait, for each target.
  public var bytesPending = PayloadNumbers<6, UInt16>()
  /// Percent in use, for each target.
  public var usage = PayloadNumbers<6, UInt8>()
  /// The highest percentage so far, for each target.
  public var highestUsage = PayloadNumbers<6, UInt8>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .monRXBUF }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 24 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 24 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.numbers(&bytesPending, bytes)
    payload.numbers(&usage, bytes)
    payload.numbers(&highestUsage, bytes)
    payload.end(&rest, bytes)
  }
}
