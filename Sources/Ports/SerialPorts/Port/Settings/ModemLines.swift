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
