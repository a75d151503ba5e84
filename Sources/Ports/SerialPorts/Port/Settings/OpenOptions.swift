import GPSSystemCalls

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
  ///
  /// A pseudo-terminal that another program has open, apart from its feeder, is then not opened at all. One that is the
  /// terminal of a session, as a shell's, is never opened.
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

/// The outcome of each option when a port was opened.
///
/// Drivers differ, and a port without a modem line is still a port: what a driver does not have is no error, but
/// is said here.
public struct OpeningReport: Sendable, Hashable {
  /// The outcome of one option.
  public enum Outcome: Sendable, Hashable {
    /// The option was not used.
    case notAsked
    /// It is so.
    case inEffect
    /// The driver has no such thing.
    case unsupported
    /// The driver said no, with this errno; zero if it agreed and did nothing.
    case refused(CInt)
  }

  /// Whether the kernel refuses further opens (`TIOCEXCL`); root walks through that.
  ///
  /// Not asked for on a pseudo-terminal: there it would stay behind a program that is killed, and lock others out.
  public var terminalLock: Outcome = .notAsked
  /// Whether the file is locked (`flock`), which keeps out every program that checks, root included.
  public var fileLock: Outcome = .notAsked
  /// The outcome of the option for DTR.
  public var dataTerminalReady: Outcome = .notAsked
  /// The outcome of the option for RTS.
  public var requestToSend: Outcome = .notAsked
  /// Whether the driver hands over each byte at once (`ASYNC_LOW_LATENCY`).
  public var lowLatency: Outcome = .notAsked
  /// The settings that the driver has, read back.
  public var settingsInEffect: LineSettings
  /// The settings that the driver changed.
  public var differences: [SettingDifference] = []

  /// Makes a report in which nothing was asked for.
  public init(settingsInEffect: LineSettings) { self.settingsInEffect = settingsInEffect }
}

extension OpeningReport.Outcome: CustomStringConvertible {
  /// The outcome in words, as "unsupported".
  public var description: String {
    switch self {
    case .notAsked: "not asked for"
    case .inEffect: "in effect"
    case .unsupported: "unsupported by the driver"
    case .refused(0): "not done by the driver, which did not say why"
    case .refused(let errno): "refused: \(Errno(errno).words) (errno \(errno))"
    }
  }
}

extension OpeningReport.Outcome {
  /// Makes a wish, and says what became of it.
  ///
  /// A device that has gone is not an outcome: it throws.
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

/// A setting that a driver has made something else of.
///
/// A pseudo-terminal, say, takes seven data bits without a word and has eight.
public struct SettingDifference: Sendable, Hashable {
  /// Which setting.
  public enum Setting: String, Sendable, Hashable, CaseIterable {
    /// The bits a second.
    case speed
    /// The bits of a character.
    case dataBits
    /// The bit that finds errors.
    case parity
    /// The rest behind a character.
    case stopBits
    /// How a side says that it cannot take more.
    case flowControl
  }

  /// Which setting.
  public var setting: Setting
  /// The value that was asked for, in words.
  public var asked: String
  /// The value in effect, in words.
  public var found: String

  /// Makes a difference.
  public init(setting: Setting, asked: String, found: String) {
    self.setting = setting
    self.asked = asked
    self.found = found
  }
}

extension SettingDifference: CustomStringConvertible {
  /// The difference in words, as "dataBits: asked for 7, found 8".
  public var description: String { "\(setting.rawValue): asked for \(asked), found \(found)" }
}

extension LineSettings {
  /// The differences between these settings and those in effect.
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
