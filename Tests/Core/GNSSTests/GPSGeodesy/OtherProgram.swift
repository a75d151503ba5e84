import Glibc
import TestSupport

// Apart from the tests: beside this import, the macros of the test library do not compile (Swift 6.3.1).

/// A program of the system that tests are held against, if it is installed.
enum OtherProgram {
  /// Where it is, by the `PATH`; nil if it is not.
  static func path(of name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// Runs it over a text and gives back what it prints.
  static func run(_ path: String, _ arguments: [String], input: [UInt8]) throws -> String {
    let given = try TemporaryFile(input)
    let printed = try TemporaryFile()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, given.descriptor, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, printed.descriptor, STDOUT_FILENO)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in 0..<(unsafe words.count) { unsafe free(words[index]) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawn(&child, path, &actions, nil, &words, environ)
    guard failure == 0 else { throw SystemFailure(number: failure) }
    let status = ChildLimit.status(of: child)
    guard status == 0 else { throw SystemFailure(number: status) }
    return String(decoding: try printed.bytes(), as: UTF8.self)
  }
}
