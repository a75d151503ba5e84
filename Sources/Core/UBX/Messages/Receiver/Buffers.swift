// Usage of the port buffers, up to u-blox 9. The targets are I²C, UART1, UART2, USB, SPI and a reserved one.

/// The usage of the output buffers.
///
/// ```
///  0  U2×6  pending             1
/// 12  U1×6  usage               1 %
/// 18  U1×6  peakUsage           1 %
/// 24  U1    tUsage, tPeakUsage  1 %
/// 26  X1    errors: bits 0–5 limit, 6 lem, 7 alloc
/// 27  U1    reserved
/// ```
public struct MonTXBUF: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.monTXBUF, fewestBytes: 28) }
  public init() {}

  /// The number of pending bytes for each target.
  public var bytesPending = PayloadNumbers<6, UInt16>()
  /// The usage of each target in percent.
  public var usage = PayloadNumbers<6, UInt8>()
  /// The peak usage of each target in percent.
  public var highestUsage = PayloadNumbers<6, UInt8>()
  /// The total usage in percent.
  public var totalUsage: UInt8 = 0
  /// The peak of the total usage in percent.
  public var highestTotalUsage: UInt8 = 0
  /// The targets whose buffer limit was reached, one bit each.
  public var targetsAtLimit: UInt8 = 0
  /// Whether the output buffers ran out of memory.
  public var isOutOfMemory = false
  /// Whether a message was lost because memory allocation failed.
  public var hasAllocationError = false
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&bytesPending, &usage, &highestUsage, &totalUsage, &highestTotalUsage, bytes)
    var errors = payload.word(UInt8.self, bytes)
    payload.number(&targetsAtLimit, bits: 0...5, of: &errors)
    payload.flags(&isOutOfMemory, &hasAllocationError, from: 6, of: &errors)
    payload.close(errors, keeping: &kept.reserved)
    payload.skip(1, keeping: &kept.reserved, bytes)
  }
}

/// The usage of the input buffers.
///
/// ```
///  0  U2×6  pending    1
/// 12  U1×6  usage      1 %
/// 18  U1×6  peakUsage  1 %
/// ```
public struct MonRXBUF: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.monRXBUF, fewestBytes: 24) }
  public init() {}

  /// The number of pending bytes for each target.
  public var bytesPending = PayloadNumbers<6, UInt16>()
  /// The usage of each target in percent.
  public var usage = PayloadNumbers<6, UInt8>()
  /// The peak usage of each target in percent.
  public var highestUsage = PayloadNumbers<6, UInt8>()
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&bytesPending, &usage, &highestUsage, bytes)
  }
}
