import CSerial

/// What a driver has counted on a line since the device came.
///
/// Framing errors are the sign of a wrong speed, overruns of a program or a machine that does not keep up.
public struct LineCounters: Sendable, Hashable {
  /// Bytes received.
  public var received: Int
  /// Bytes sent.
  public var sent: Int
  /// Characters whose stop bit was not where it should be: most often a wrong speed.
  public var framingErrors: Int
  /// Characters whose parity was wrong.
  public var parityErrors: Int
  /// Characters that the chip lost since nobody fetched them.
  public var overruns: Int
  /// Characters that the kernel lost since nobody read them.
  public var bufferOverruns: Int
  /// Breaks received.
  public var breaks: Int
  /// Changes of CTS.
  public var clearToSendChanges: Int
  /// Changes of DSR.
  public var dataSetReadyChanges: Int
  /// Changes of DCD: twice the pulses of a receiver that gives its pulse there.
  public var carrierDetectChanges: Int
  /// Changes of RI.
  public var ringIndicatorChanges: Int

  init(_ counters: serial_icounter_struct) {
    received = Int(counters.rx)
    sent = Int(counters.tx)
    framingErrors = Int(counters.frame)
    parityErrors = Int(counters.parity)
    overruns = Int(counters.overrun)
    bufferOverruns = Int(counters.buf_overrun)
    breaks = Int(counters.brk)
    clearToSendChanges = Int(counters.cts)
    dataSetReadyChanges = Int(counters.dsr)
    carrierDetectChanges = Int(counters.dcd)
    ringIndicatorChanges = Int(counters.rng)
  }
}
