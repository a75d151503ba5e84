/// What became of each wish when a port was opened.
///
/// Drivers differ, and a port without a modem line is still a port: what a driver does not have is no error, but
/// is said here.
public struct OpeningReport: Sendable, Hashable {
  /// What became of one wish.
  public enum Outcome: Sendable, Hashable {
    /// Nobody asked for it.
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
  /// Whether the file is locked (`flock`), which keeps out whoever asks, root too.
  public var fileLock: Outcome = .notAsked
  /// What became of the wish for DTR.
  public var dataTerminalReady: Outcome = .notAsked
  /// What became of the wish for RTS.
  public var requestToSend: Outcome = .notAsked
  /// Whether the driver hands over each byte at once (`ASYNC_LOW_LATENCY`).
  public var lowLatency: Outcome = .notAsked
  /// The settings that the driver has, read back.
  public var settingsInEffect: LineSettings
  /// What the driver has made something else of.
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
  /// That the device is gone is no outcome: it throws.
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
