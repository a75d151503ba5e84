import CGPSSerial
import Glibc

/// The control and status lines of a serial port.
///
/// ```swift
/// if try port.modemLines().contains(.carrierDetect) { … }      // a pulse per second, on some receivers
/// ```
public struct ModemLines: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// The bits as defined by the kernel.
  public let rawValue: CInt

  public init(rawValue: CInt) { self.rawValue = rawValue }

  /// DTR, "data terminal ready": driven by this side.
  ///
  /// The corresponding C constant is `TIOCM_DTR`.
  public static let dataTerminalReady = ModemLines(rawValue: CInt(TIOCM_DTR))
  /// RTS, "request to send": driven by this side.
  ///
  /// The corresponding C constant is `TIOCM_RTS`.
  public static let requestToSend = ModemLines(rawValue: CInt(TIOCM_RTS))
  /// CTS, "clear to send": the answer to RTS.
  ///
  /// The corresponding C constant is `TIOCM_CTS`.
  public static let clearToSend = ModemLines(rawValue: CInt(TIOCM_CTS))
  /// DCD, "data carrier detect": a modem has a connection; some receivers output their pulse here.
  ///
  /// The corresponding C constant is `TIOCM_CAR`.
  public static let carrierDetect = ModemLines(rawValue: CInt(TIOCM_CAR))
  /// RI, "ring indicator": an incoming call.
  ///
  /// The corresponding C constant is `TIOCM_RNG`.
  public static let ringIndicator = ModemLines(rawValue: CInt(TIOCM_RNG))
  /// DSR, "data set ready": the answer to DTR.
  ///
  /// The corresponding C constant is `TIOCM_DSR`.
  public static let dataSetReady = ModemLines(rawValue: CInt(TIOCM_DSR))

  /// The lines driven by this side.
  public static let driven: ModemLines = [.dataTerminalReady, .requestToSend]

  /// The short names of the active lines, such as "DTR RTS".
  public var description: String {
    let names: [(ModemLines, String)] = [
      (.dataTerminalReady, "DTR"), (.requestToSend, "RTS"), (.clearToSend, "CTS"), (.dataSetReady, "DSR"),
      (.carrierDetect, "DCD"), (.ringIndicator, "RI"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}

/// The driver's counters for a line since the device was plugged in.
///
/// Framing errors indicate a wrong speed. Overruns indicate that a program or the machine is too slow.
package struct LineCounters: Sendable, Hashable {
  package var received: Int
  package var sent: Int
  /// Characters with a misplaced stop bit, most often because of a wrong speed.
  package var framingErrors: Int
  package var parityErrors: Int
  /// Characters lost in the chip because the driver did not fetch them in time.
  package var overruns: Int
  /// Characters lost in the kernel because no program read them in time.
  package var bufferOverruns: Int
  package var breaks: Int
  package var clearToSendChanges: Int
  package var dataSetReadyChanges: Int
  /// Changes of DCD: twice the number of pulses if a receiver outputs its pulse there.
  package var carrierDetectChanges: Int
  package var ringIndicatorChanges: Int

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
