/// Options for opening a port, beside its settings.
///
/// ```swift
/// var options = OpenOptions()
/// options.lowLatency = true                    // FTDI: not 16 ms late
/// options.dataTerminalReady = .lower           // a board that is reset by DTR
/// ```
///
/// The first open after plugging in raises DTR and RTS in the kernel, before any program can say otherwise, and
/// many boards take that for a reset. So do not open a bridge unless you know the device behind it.
public struct OpenOptions: Sendable, Hashable {
  /// The treatment of a wire that this side drives.
  public enum Wire: String, Sendable, Hashable, CaseIterable {
    /// Drive it to "on".
    case raise
    /// Drive it to "off".
    case lower
    /// Leave it as the kernel has it.
    case leave
  }

  /// The treatment of bytes that were received before the port was set up.
  public enum EarlierInput: String, Sendable, Hashable, CaseIterable {
    /// Throw them away: they may have been received at another speed, and changed as text is.
    case discard
    /// Read them.
    case keep
  }

  /// The treatment of the wire DTR, "I am here".
  public var dataTerminalReady: Wire
  /// The treatment of the wire RTS, "you may send".
  public var requestToSend: Wire
  /// Whether no other program may open the port at the same time; two readers would each get a half.
  public var isExclusive: Bool
  /// Whether the driver is asked to hand over each byte at once, at the price of more interrupts.
  public var lowLatency: Bool
  /// Whether closing brings back the settings that were found.
  public var restoresSettings: Bool
  /// Whether a driver may set a different speed than requested; otherwise that is an error.
  public var acceptsOtherSpeed: Bool
  /// The treatment of bytes that were received before the port was set up.
  public var earlierInput: EarlierInput

  /// Makes options; each has the value that is right for a receiver.
  public init(
    dataTerminalReady: Wire = .leave, requestToSend: Wire = .leave, isExclusive: Bool = true,
    lowLatency: Bool = false, restoresSettings: Bool = true, acceptsOtherSpeed: Bool = false,
    earlierInput: EarlierInput = .discard
  ) {
    self.dataTerminalReady = dataTerminalReady
    self.requestToSend = requestToSend
    self.isExclusive = isExclusive
    self.lowLatency = lowLatency
    self.restoresSettings = restoresSettings
    self.acceptsOtherSpeed = acceptsOtherSpeed
    self.earlierInput = earlierInput
  }
}
