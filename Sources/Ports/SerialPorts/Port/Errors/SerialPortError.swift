import GPSSystemCalls
internal import GPSBase

/// A failure of a port: what happened, what was expected, and what to do.
///
/// ```swift
/// do {
///   let port = try SerialPort(path: "/dev/ttyUSB0")
/// } catch {
///   print(error)                     // cannot open /dev/ttyUSB0: permission denied … What to do: …
///   if error.code == .busy { … }
/// }
/// ```
///
/// Codes may be added: a `switch` over ``code`` needs a `default`.
public struct SerialPortError: Error, Sendable, Hashable {
  /// The kind of failure.
  public var code: Code
  /// The path of the port, as it was given.
  public var path: String
  /// The number that the kernel gave, where it was the kernel that said no.
  public var errno: CInt?
  /// The failure in words.
  public var found: String
  /// The expectation in words, if there is one.
  public var expected: String?
  /// The advice in words, if there is any.
  public var remedy: String?
  /// Of a write: how much of it went out.
  public var progress: WriteProgress?
  /// The processes that have the port open, as far as they are visible; empty for other failures.
  public var holders: [PortHolder]

  /// Makes an error.
  public init(
    code: Code, path: String, errno: CInt? = nil, found: String, expected: String? = nil,
    remedy: String? = nil, progress: WriteProgress? = nil, holders: [PortHolder] = []
  ) {
    self.code = code
    self.path = path
    self.errno = errno
    self.found = found
    self.expected = expected
    self.remedy = remedy
    self.progress = progress
    self.holders = holders
  }
}

extension SerialPortError: CustomStringConvertible {
  /// All of it in words, in one paragraph that is fit for a terminal.
  public var description: String {
    var text = found
    if let errno { text += " (errno \(errno))" }
    if let progress { text += ", after \(progress)" }
    text += "."
    if let expected { text += " Expected: \(expected)." }
    if let remedy { text += " What to do: \(remedy)." }
    return text
  }
}

/// How much of a write went out before it failed.
public struct WriteProgress: Sendable, Hashable, CustomStringConvertible {
  /// Bytes that the kernel took.
  public var written: Int
  /// Bytes that were to be written.
  public var total: Int

  /// Makes a progress.
  public init(written: Int, of total: Int) {
    self.written = written
    self.total = total
  }

  /// The progress in words, as "3 of 10 bytes".
  public var description: String { "\(written) of \(total) bytes" }
}

extension SerialPortError {
  /// A kind of failure; more may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// A word for logs.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The path does not exist, or has no device behind it.
    public static let noSuchDevice = Code("noSuchDevice")
    /// This user may not open it.
    public static let permissionDenied = Code("permissionDenied")
    /// Another program has it open.
    public static let busy = Code("busy")
    /// It is the terminal of another program, as of a shell; nothing was opened.
    public static let foreignTerminal = Code("foreignTerminal")
    /// It is there, and no serial port.
    public static let notATerminal = Code("notATerminal")
    /// It was there, and has been unplugged.
    public static let vanished = Code("vanished")
    /// The driver sets another speed than asked for.
    public static let speedRefused = Code("speedRefused")
    /// The driver, or the kernel, refuses settings.
    public static let settingsRefused = Code("settingsRefused")
    /// The driver has no such thing.
    public static let unsupported = Code("unsupported")
    /// It took longer than allowed.
    public static let timedOut = Code("timedOut")
    /// The port was closed meanwhile, or before.
    public static let closed = Code("closed")
    /// The task that waited was cancelled.
    public static let cancelled = Code("cancelled")
    /// More is waiting to be written than allowed.
    public static let tooMuchToWrite = Code("tooMuchToWrite")
    /// The connection has been started before.
    public static let alreadyStarted = Code("alreadyStarted")
    /// This program, or the machine, has too many files open.
    public static let tooManyOpenFiles = Code("tooManyOpenFiles")
    /// The kernel said no for another reason; the error has its errno.
    public static let other = Code("other")
  }

  /// Whether a write went out only in part, or not at all; ``progress`` says how much.
  public var isWriteIncomplete: Bool { progress != nil }
}

extension SerialPortError {
  /// Says in words why a path could not be opened; permission and use by others are asked about elsewhere.
  static func opening(_ path: String, _ error: Errno) -> SerialPortError {
    let shown = VisibleText.replaced(path)
    func because(_ code: Code, _ words: String, expected: String? = nil, remedy: String) -> SerialPortError {
      SerialPortError(
        code: code, path: path, errno: error.rawValue, found: "cannot open \(shown): \(words)",
        expected: expected, remedy: remedy)
    }
    switch error {
    case .noSuchFile, .notADirectory, .nameTooLong, .tooManyLinks:
      return because(
        .noSuchDevice, "there is no such device", expected: "the path of a serial port, as /dev/ttyUSB0",
        remedy: "plug the device in, and look whether the kernel knows it: ls -l /dev/serial/by-path")
    case .noSuchAddress, .noSuchDevice:
      return because(
        .noSuchDevice, "there is a name, but no device behind it",
        remedy: "plug the device in again; a name in /dev that stays without a device may be removed")
    case .inputOutput:
      return because(
        .vanished, "the device does not answer any more",
        remedy: "plug the device in again; if it is a pseudo-terminal, its other side has ended")
    case .isADirectory:
      return because(
        .notATerminal, "this is a directory", expected: "a serial port, as /dev/ttyUSB0",
        remedy: "name a port in it")
    case .tooManyOpen, .tooManyOpenInSystem:
      return because(
        .tooManyOpenFiles, "too many files are open", remedy: "close some, or raise the limit: ulimit -n 4096"
      )
    default:
      return because(.other, error.words, remedy: "look for what the kernel says about it: sudo dmesg")
    }
  }

  /// Says in words why something could not be done with an open port.
  static func doing(_ what: String, _ path: String, _ error: Errno) -> SerialPortError {
    let shown = VisibleText.replaced(path)
    if error.isGone { return vanished(path, error) }
    if error.isUnsupported {
      return SerialPortError(
        code: .unsupported, path: path, errno: error.rawValue,
        found: "cannot \(what) on \(shown): its driver has no such thing",
        remedy: "do without it; pseudo-terminals and some drivers have only the data")
    }
    return SerialPortError(
      code: .other, path: path, errno: error.rawValue, found: "cannot \(what) on \(shown): \(error.words)",
      remedy: "look for what the kernel says about it: sudo dmesg")
  }

  /// The device behind a port is gone.
  static func vanished(_ path: String, _ error: Errno?) -> SerialPortError {
    SerialPortError(
      code: .vanished, path: path, errno: error?.rawValue,
      found: "\(VisibleText.replaced(path)) has been unplugged",
      remedy: "plug the device in again, and open it anew")
  }

  /// The port was closed by this program.
  static func closed(_ path: String) -> SerialPortError {
    SerialPortError(
      code: .closed, path: path, found: "\(VisibleText.replaced(path)) has been closed",
      remedy: "open it anew")
  }

  /// The open file is not a terminal.
  static func notATerminal(_ path: String, _ error: Errno? = nil) -> SerialPortError {
    SerialPortError(
      code: .notATerminal, path: path, errno: error?.rawValue,
      found: "\(VisibleText.replaced(path)) is not a serial port",
      expected: "a terminal device, as /dev/ttyUSB0",
      remedy: "name a serial port; ls -l /dev/serial/by-path shows those on USB")
  }
}
