internal import GPSSystemCalls

/// Why a simulated receiver cannot get an outlet: a pseudo-terminal, a name or a file.
public struct SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error; new versions may add kinds.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind, in snake case.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The system has no free pseudo-terminal, or does not support them.
    public static let noTerminal = Code(rawValue: "no_terminal")
    /// The name already exists and belongs to another program.
    public static let nameTaken = Code(rawValue: "name_taken")
    /// The name cannot be created.
    public static let noName = Code(rawValue: "no_name")
    /// The folder of the file does not exist.
    public static let notFound = Code(rawValue: "not_found")
    /// The user lacks write permission.
    public static let permissionDenied = Code(rawValue: "permission_denied")
    /// The disk is full.
    public static let diskFull = Code(rawValue: "disk_full")
    /// The reader of a pipe has closed it; this is not a fault.
    public static let readerGone = Code(rawValue: "reader_gone")
    /// The kernel refused to write; ``SimulationError/number`` gives the reason.
    public static let writeFailed = Code(rawValue: "write_failed")
  }

  /// The kind of error.
  public var code: Code
  /// The error number from the kernel; 0 if the kernel did not refuse.
  public var number: CInt
  /// A sentence with the cause and the remedy.
  public var description: String

  init(_ code: Code, _ description: String, _ cause: Errno? = nil) {
    self.code = code
    number = cause?.rawValue ?? 0
    self.description = description
  }
}
