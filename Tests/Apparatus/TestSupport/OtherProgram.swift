import GPSSystemCalls
public import Glibc

/// A program of the system that was run to its end, mostly to hold ours against it.
public struct OtherProgram: Sendable {
  /// The exit status; 128 and the signal where one ended it, as a shell reports it.
  public let status: CInt
  /// What it printed.
  public let output: String
  /// What it reported as errors.
  public let errors: String

  /// Where a program is, by the `PATH`; nil where it is not installed.
  public static func path(of name: String) -> String? {
    let folders = Kernel.environment("PATH") ?? "/usr/bin:/bin"
    let programs = folders.split(separator: ":").map { "\($0)/\(name)" }
    return programs.first { (program: String) in unsafe access(program, X_OK) == 0 }
  }

  /// Runs the program at a path over an input, for no longer than the limit.
  public init(
    _ path: String, _ words: [String] = [], input: [UInt8] = [], seconds: Int = ChildLimit.usual
  ) throws {
    let files = try [TemporaryFile(input), TemporaryFile(), TemporaryFile()]
    let streams = files.enumerated().map { (number, file) in (CInt(number), file.descriptor) }
    let process = try Self.spawn(path, words, streams)
    status = ChildLimit.status(of: process, seconds: seconds)
    output = try files[1].text()
    errors = try files[2].text()
  }

  /// Starts the program at a path: its process, and the end of a pipe at which its output can be read.
  public static func start(
    _ path: String, _ words: [String], input: CInt = STDIN_FILENO
  ) throws -> (process: pid_t, output: CInt) {
    let (output, end) = try pipe()
    defer { close(end) }
    do { return (try spawn(path, words, [(STDIN_FILENO, input), (STDOUT_FILENO, end)]), output) } catch {
      close(output)
      throw error
    }
  }

  /// A pipe whose ends are closed in children: the end to read from, and the one to write to.
  public static func pipe() throws -> (output: CInt, input: CInt) {
    var ends: [CInt] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw SystemFailure(number: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts a program with descriptors under the numbers that they are to have.
  public static func spawn(
    _ path: String, _ words: [String], _ descriptors: [(number: CInt, descriptor: CInt)]
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + words).map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let failure = unsafe posix_spawn(&process, path, &actions, nil, &arguments, environ)
    guard failure == 0 else { throw SystemFailure(number: failure) }
    return process
  }
}

/// Prometheus' own opinion of what is meant for it.
public enum Promtool {
  /// Where it is; nil where it is not installed.
  public static let path = OtherProgram.path(of: "promtool")

  /// Runs it to its end: its status, and all that it said.
  public static func run(_ words: [String], input: [UInt8] = []) throws -> (status: CInt, said: String) {
    guard let path else { throw SystemFailure() }
    let run = try OtherProgram(path, words, input: input)
    return (run.status, run.output + run.errors)
  }
}
