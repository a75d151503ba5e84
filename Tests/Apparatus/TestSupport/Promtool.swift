import GPSSystemCalls
import Glibc

/// Prometheus' own opinion of what is meant for it.
public enum Promtool {
  /// Where it is; nil where it is not installed.
  public static let path: String? = {
    let folders = Kernel.environment("PATH") ?? "/usr/bin:/bin"
    let programs = folders.split(separator: ":").map { "\($0)/promtool" }
    return programs.first { (program: String) in unsafe access(program, X_OK) == 0 }
  }()

  /// Runs it to its end: its status, and all that it said.
  public static func run(_ words: [String], input: [UInt8] = []) throws -> (status: CInt, said: String) {
    let file = try TemporaryFile(input)
    let complaints = try TemporaryFile()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, file.descriptor, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, complaints.descriptor, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, complaints.descriptor, 2)
    guard let program = path else { throw SystemFailure() }
    var arguments: [UnsafeMutablePointer<CChar>?] =
      unsafe ([program] + words).map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process: pid_t = 0
    guard unsafe posix_spawn(&process, program, &actions, nil, &arguments, environ) == 0 else {
      throw SystemFailure()
    }
    let status = ChildLimit.status(of: process)
    return (status, String(decoding: try complaints.bytes(), as: UTF8.self))
  }
}
