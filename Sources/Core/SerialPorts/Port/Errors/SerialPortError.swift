import GPSSystemCalls
internal import GPSBase

/// A failure of a port, with its cause, the expectation and the remedy.
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
public struct SerialPortError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public var code: Code
  /// The path of the port as passed by the caller.
  public var path: String
  /// The kernel's error number, if the kernel caused the failure.
  public var errno: CInt?
  /// The failure in words.
  public var found: String
  /// The expected state in words, if there is one.
  public var expected: String?
  /// The remedy in words, if there is one.
  public var remedy: String?
  /// The progress of a failed write.
  public var progress: WriteProgress?
  /// The processes that have the port open, as far as they are visible; empty for other failures.
  public var holders: [PortHolder]

  /// Creates an error.
  public init(
    code: Code, path: String, errno: CInt? = nil, found: String, expected: String? = nil,
    remedy: String? = nil, progress: WriteProgress? = nil, holders: [PortHolder] = []
  ) {
    (self.code, self.path, self.errno, self.found, self.expected) = (code, path, errno, found, expected)
    (self.remedy, self.progress, self.holders) = (remedy, progress, holders)
  }

  /// The whole error as one paragraph for a terminal.
  public var description: String {
    var text = found
    if let errno { text += " (errno \(errno))" }
    if let progress { text += ", after \(progress)" }
    text += "."
    if let expected { text += " Expected: \(expected)." }
    if let remedy { text += " What to do: \(remedy)." }
    return text
  }

  /// A kind of failure; more may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the code in logs.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The path does not exist, or its device is missing.
    public static let noSuchDevice = Code("noSuchDevice")
    /// The user lacks permission.
    public static let permissionDenied = Code("permissionDenied")
    /// A different program has the port open.
    public static let busy = Code("busy")
    /// The terminal belongs to a different program, such as a shell; nothing was opened.
    public static let foreignTerminal = Code("foreignTerminal")
    /// The path is not a serial port.
    public static let notATerminal = Code("notATerminal")
    /// The device was unplugged.
    public static let vanished = Code("vanished")
    /// The driver set a speed other than requested.
    public static let speedRefused = Code("speedRefused")
    /// The driver or the kernel refused settings.
    public static let settingsRefused = Code("settingsRefused")
    /// The driver does not support the operation.
    public static let unsupported = Code("unsupported")
    /// The operation took longer than allowed.
    public static let timedOut = Code("timedOut")
    /// The port was closed before or during the operation.
    public static let closed = Code("closed")
    /// The waiting task was canceled.
    public static let cancelled = Code("cancelled")
    /// The write queue is full.
    public static let tooMuchToWrite = Code("tooMuchToWrite")
    /// The connection was already started.
    public static let alreadyStarted = Code("alreadyStarted")
    /// This program, or the machine, has too many files open.
    public static let tooManyOpenFiles = Code("tooManyOpenFiles")
    /// The kernel refused for a different reason; the error contains its errno.
    public static let other = Code("other")
  }

  /// Whether a write went out only in part or not at all; see ``progress``.
  public var isWriteIncomplete: Bool { progress != nil }

  /// The error of a failed open, except for lacking permission and use by other programs.
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
        .noSuchDevice, "there is no such device", expected: "the path of a serial port, such as /dev/ttyUSB0",
        remedy: "plug the device in, and check whether the kernel lists it: ls -l /dev/serial/by-path")
    case .noSuchAddress, .noSuchDevice:
      return because(
        .noSuchDevice, "the name exists, but its device does not",
        remedy: "plug the device in again; a name in /dev that stays without a device may be removed")
    case .inputOutput:
      return because(
        .vanished, "the device no longer answers",
        remedy: "plug the device in again; if it is a pseudo-terminal, its other side has ended")
    case .isADirectory:
      return because(
        .notATerminal, "this is a directory", expected: "a serial port, such as /dev/ttyUSB0",
        remedy: "name a port in it")
    case .tooManyOpen, .tooManyOpenInSystem:
      return because(
        .tooManyOpenFiles, "too many files are open", remedy: "close some, or raise the limit: ulimit -n 4096"
      )
    default: return because(.other, error.words, remedy: "check what the kernel reports about it: sudo dmesg")
    }
  }

  /// The error of a failed operation on an open port.
  static func doing(_ what: String, _ path: String, _ error: Errno) -> SerialPortError {
    let shown = VisibleText.replaced(path)
    if error.isGone { return vanished(path, error) }
    if error.isUnsupported {
      return SerialPortError(
        code: .unsupported, path: path, errno: error.rawValue,
        found: "cannot \(what) on \(shown): its driver does not support it",
        remedy: "do without it; pseudo-terminals and some drivers carry only data")
    }
    return SerialPortError(
      code: .other, path: path, errno: error.rawValue, found: "cannot \(what) on \(shown): \(error.words)",
      remedy: "check what the kernel reports about it: sudo dmesg")
  }

  static func vanished(_ path: String, _ error: Errno?) -> SerialPortError {
    SerialPortError(
      code: .vanished, path: path, errno: error?.rawValue,
      found: "\(VisibleText.replaced(path)) has been unplugged",
      remedy: "plug the device in again, and reopen it")
  }

  static func closed(_ path: String) -> SerialPortError {
    SerialPortError(
      code: .closed, path: path, found: "\(VisibleText.replaced(path)) has been closed",
      remedy: "reopen it")
  }

  static func notATerminal(_ path: String, _ error: Errno? = nil) -> SerialPortError {
    SerialPortError(
      code: .notATerminal, path: path, errno: error?.rawValue,
      found: "\(VisibleText.replaced(path)) is not a serial port",
      expected: "a terminal device, such as /dev/ttyUSB0",
      remedy: "name a serial port; ls -l /dev/serial/by-path lists the ports on USB")
  }
}

/// The progress of a write that failed.
public struct WriteProgress: Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes accepted by the kernel.
  public var written: Int
  /// The number of bytes to write.
  public var total: Int

  /// Creates a progress.
  public init(written: Int, of total: Int) { (self.written, self.total) = (written, total) }

  /// The progress in words, such as "3 of 10 bytes".
  public var description: String { "\(written) of \(total) bytes" }
}
