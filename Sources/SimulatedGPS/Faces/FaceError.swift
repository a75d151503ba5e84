internal import GPSSystemCalls

/// Why a simulated receiver cannot be given a face: a pseudo-terminal, a name, a file.
public struct FaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of reason; new ones may come with new versions.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word for it, in snake case.
    public let rawValue: String
    /// Names a kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The system has no pseudo-terminal left, or none at all.
    public static let noTerminal = Code(rawValue: "no_terminal")
    /// The name for it is taken by somebody else.
    public static let nameTaken = Code(rawValue: "name_taken")
    /// The name for it cannot be made.
    public static let noName = Code(rawValue: "no_name")
    /// The folder of a file is not there.
    public static let notFound = Code(rawValue: "not_found")
    /// This user may not write there.
    public static let permissionDenied = Code(rawValue: "permission_denied")
    /// The disk is full.
    public static let diskFull = Code(rawValue: "disk_full")
    /// The reader has gone: the end of a pipe, and no fault.
    public static let readerGone = Code(rawValue: "reader_gone")
    /// The kernel refused to write; ``FaceError/number`` says why.
    public static let writeFailed = Code(rawValue: "write_failed")
  }

  /// The kind of reason.
  public var code: Code
  /// The number that the kernel answered with; 0 if it did not refuse.
  public var number: CInt
  /// A sentence that says what was found, and what to do.
  public var description: String

  init(_ code: Code, _ description: String, _ cause: Errno? = nil) {
    self.code = code
    number = cause?.rawValue ?? 0
    self.description = description
  }
}
