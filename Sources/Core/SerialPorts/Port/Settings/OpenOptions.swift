import GPSSystemCalls

/// Options for opening a port, in addition to its settings.
///
/// ```swift
/// var options = OpenOptions()
/// options.lowLatency = true                    // FTDI: not 16 ms late
/// options.dataTerminalReady = .lower           // a board that is reset by DTR
/// ```
///
/// When a port is first opened after plug-in, the kernel raises DTR and RTS, which resets many boards; a
/// program cannot prevent it. So open a bridge only if you know the attached device.
public struct OpenOptions: Sendable, Hashable {
  /// The treatment of a line that this side drives.
  public enum Wire: String, Sendable, Hashable, CaseIterable {
    /// Set the line.
    case raise
    /// Clear the line.
    case lower
    /// Leave the line unchanged.
    case leave
  }

  /// The treatment of bytes that were received before the port was set up.
  public enum EarlierInput: String, Sendable, Hashable, CaseIterable {
    /// Discard them; they may have been received at a different speed, or altered by text processing.
    case discard
    /// Keep and read them.
    case keep
  }

  /// The treatment of DTR, "data terminal ready".
  public var dataTerminalReady: Wire
  /// The treatment of RTS, "request to send".
  public var requestToSend: Wire
  /// Whether to open the port for exclusive use; two readers would each get a part of the data.
  ///
  /// A pseudo-terminal that any program but its feeder has open is then not opened at all. The terminal of a
  /// session, such as a shell's, is never opened.
  public var isExclusive: Bool
  /// Whether to ask the driver to deliver each byte at once, at the cost of more interrupts.
  public var lowLatency: Bool
  /// Whether closing restores the settings found at opening.
  public var restoresSettings: Bool
  /// Whether a speed other than requested is accepted; otherwise it is an error.
  public var acceptsOtherSpeed: Bool
  /// The treatment of bytes that were received before the port was set up.
  public var earlierInput: EarlierInput

  /// Creates options; the defaults suit a receiver.
  public init(
    dataTerminalReady: Wire = .leave, requestToSend: Wire = .leave, isExclusive: Bool = true,
    lowLatency: Bool = false, restoresSettings: Bool = true, acceptsOtherSpeed: Bool = false,
    earlierInput: EarlierInput = .discard
  ) {
    (self.dataTerminalReady, self.requestToSend) = (dataTerminalReady, requestToSend)
    (self.isExclusive, self.lowLatency, self.restoresSettings) = (isExclusive, lowLatency, restoresSettings)
    (self.acceptsOtherSpeed, self.earlierInput) = (acceptsOtherSpeed, earlierInput)
  }
}

/// The outcome of each option when a port was opened.
///
/// Drivers differ, and a port without modem lines is still usable, so an unsupported option is not an error;
/// it is reported here.
public struct OpeningReport: Sendable, Hashable {
  /// The outcome of one option.
  public enum Outcome: Sendable, Hashable {
    /// The option was not requested.
    case notAsked
    /// The option is in effect.
    case inEffect
    /// The driver does not support the option.
    case unsupported
    /// The driver refused with this errno; zero if it reported success but did nothing.
    case refused(CInt)
  }

  /// Whether the kernel refuses further opens (`TIOCEXCL`), except by root.
  ///
  /// Not requested on a pseudo-terminal, where it would outlive a killed program and lock others out.
  public var terminalLock: Outcome = .notAsked
  /// Whether the file is locked (`flock`), which excludes every program that checks, including root's.
  public var fileLock: Outcome = .notAsked
  /// The outcome of the option for DTR.
  public var dataTerminalReady: Outcome = .notAsked
  /// The outcome of the option for RTS.
  public var requestToSend: Outcome = .notAsked
  /// Whether the driver delivers each byte at once (`ASYNC_LOW_LATENCY`).
  public var lowLatency: Outcome = .notAsked
  /// The settings in effect, as read back from the driver.
  public var settingsInEffect: LineSettings
  /// The settings that the driver changed.
  public var differences: [SettingDifference] = []

  /// Creates a report in which nothing was requested.
  public init(settingsInEffect: LineSettings) { self.settingsInEffect = settingsInEffect }
}

extension OpeningReport.Outcome: CustomStringConvertible {
  /// The outcome in words, such as "unsupported".
  public var description: String {
    switch self {
    case .notAsked: "not requested"
    case .inEffect: "in effect"
    case .unsupported: "unsupported by the driver"
    case .refused(0): "not done by the driver, which gave no reason"
    case .refused(let errno): "refused: \(Errno(errno).words) (errno \(errno))"
    }
  }
}

extension OpeningReport.Outcome {
  /// Makes a request, and returns its outcome.
  ///
  /// The removal of the device is not an outcome but is thrown.
  static func of(_ wish: () throws(Errno) -> Void) throws(Errno) -> Self {
    do {
      try wish()
      return .inEffect
    } catch {
      if error.isGone { throw error }
      return error.isUnsupported ? .unsupported : .refused(error.rawValue)
    }
  }
}

/// A setting that a driver has changed.
///
/// For example, a pseudo-terminal accepts seven data bits without an error, but uses eight.
public struct SettingDifference: Sendable, Hashable, CustomStringConvertible {
  /// The kinds of settings.
  public enum Setting: String, Sendable, Hashable, CaseIterable {
    /// The speed in bits per second.
    case speed
    /// The number of bits per character.
    case dataBits
    /// The parity bit.
    case parity
    /// The idle time after a character.
    case stopBits
    /// The method of flow control.
    case flowControl
  }

  /// The kind of setting.
  public var setting: Setting
  /// The requested value, in words.
  public var asked: String
  /// The value in effect, in words.
  public var found: String

  /// Creates a difference.
  public init(setting: Setting, asked: String, found: String) {
    (self.setting, self.asked, self.found) = (setting, asked, found)
  }

  /// The difference in words, such as "dataBits: requested 7, found 8".
  public var description: String { "\(setting.rawValue): requested \(asked), found \(found)" }
}

extension LineSettings {
  /// Returns the differences between these settings and the settings in effect.
  public func differences(to found: LineSettings) -> [SettingDifference] {
    var differences: [SettingDifference] = []
    func compare<Value: Equatable>(
      _ setting: SettingDifference.Setting, _ value: (LineSettings) -> Value, _ words: (Value) -> String
    ) {
      let (asked, found) = (value(self), value(found))
      if asked != found {
        differences.append(SettingDifference(setting: setting, asked: words(asked), found: words(found)))
      }
    }
    compare(.speed, \.speed) { "\($0)" }
    compare(.dataBits, \.dataBits) { "\($0.rawValue)" }
    compare(.parity, \.parity) { $0.rawValue }
    compare(.stopBits, \.stopBits) { "\($0.rawValue)" }
    compare(.flowControl, \.flowControl) { $0.rawValue }
    return differences
  }
}
