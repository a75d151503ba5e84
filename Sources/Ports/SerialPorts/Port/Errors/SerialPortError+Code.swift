extension SerialPortError {
  /// What kind of thing went wrong; more may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// A word for logs.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// There is no such path, or no device behind it.
    public static let noSuchDevice = Code("noSuchDevice")
    /// This user may not open it.
    public static let permissionDenied = Code("permissionDenied")
    /// Somebody else has it.
    public static let busy = Code("busy")
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
