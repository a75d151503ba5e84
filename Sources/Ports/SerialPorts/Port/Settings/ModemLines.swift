import CGPSSerial
import Glibc

/// The wires beside the data.
///
/// ```swift
/// if try port.modemLines().contains(.carrierDetect) { … }      // a pulse per second, on some receivers
/// ```
public struct ModemLines: OptionSet, Sendable, Hashable {
  /// The bits as the kernel has them.
  public let rawValue: CInt

  /// Makes a set from the bits of the kernel.
  public init(rawValue: CInt) { self.rawValue = rawValue }

  /// DTR, "I am here", driven by this side.
  ///
  /// The corresponding C constant is `TIOCM_DTR`.
  public static let dataTerminalReady = ModemLines(rawValue: CInt(TIOCM_DTR))
  /// RTS, "you may send": driven by this side.
  ///
  /// The corresponding C constant is `TIOCM_RTS`.
  public static let requestToSend = ModemLines(rawValue: CInt(TIOCM_RTS))
  /// CTS, the answer to RTS.
  ///
  /// The corresponding C constant is `TIOCM_CTS`.
  public static let clearToSend = ModemLines(rawValue: CInt(TIOCM_CTS))
  /// DCD: a modem hears another, a receiver gives its pulse.
  ///
  /// The corresponding C constant is `TIOCM_CAR`.
  public static let carrierDetect = ModemLines(rawValue: CInt(TIOCM_CAR))
  /// RI: the telephone rings.
  ///
  /// The corresponding C constant is `TIOCM_RNG`.
  public static let ringIndicator = ModemLines(rawValue: CInt(TIOCM_RNG))
  /// DSR, the answer to DTR.
  ///
  /// The corresponding C constant is `TIOCM_DSR`.
  public static let dataSetReady = ModemLines(rawValue: CInt(TIOCM_DSR))

  /// The wires that this side drives.
  public static let driven: ModemLines = [.dataTerminalReady, .requestToSend]
}

extension ModemLines: CustomStringConvertible {
  /// The short names of the wires that are on, as "DTR RTS".
  public var description: String {
    let names: [(ModemLines, String)] = [
      (.dataTerminalReady, "DTR"), (.requestToSend, "RTS"), (.clearToSend, "CTS"), (.dataSetReady, "DSR"),
      (.carrierDetect, "DCD"), (.ringIndicator, "RI"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}

/// The driver's counts for a line since the device was plugged in.
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
  /// Characters that the chip lost because the driver did not fetch them in time.
  public var overruns: Int
  /// Characters that the kernel lost because no program read them in time.
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
