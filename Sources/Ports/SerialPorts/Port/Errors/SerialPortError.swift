/// What went wrong with a port: what happened, what was expected, and what to do.
///
/// ```swift
/// do {
///   let port = try SerialPort(path: "/dev/ttyUSB0")
/// } catch {
///   print(error)                     // cannot open /dev/ttyUSB0: permission denied … To mend it: …
///   if error.code == .busy { … }
/// }
/// ```
///
/// Codes may be added: a `switch` over ``code`` needs a `default`.
public struct SerialPortError: Error, Sendable, Hashable {
  /// What kind of thing went wrong.
  public var code: Code
  /// The path of the port, as it was given.
  public var path: String
  /// The number that the kernel gave, where it was the kernel that said no.
  public var errno: CInt?
  /// What happened, in words.
  public var found: String
  /// What was expected instead, in words.
  public var expected: String?
  /// What to do about it, in words.
  public var remedy: String?
  /// Of a write: how much of it went out.
  public var progress: WriteProgress?
  /// Of a port in use: who has it, as far as that can be seen.
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
