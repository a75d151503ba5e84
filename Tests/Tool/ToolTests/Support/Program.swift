import GPSSystemCalls
import Glibc
import Synchronization
import TestSupport

@testable import GPSBridgeTool

/// What a run of the built program came to.
struct Run: Hashable {
  /// The exit status; 128 and the signal where one ended it.
  var exit: CInt
  var output: String
  var message: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// Runs the program that was built beside these tests.
func gpsbridge(_ words: String..., input: [UInt8]? = nil, time: Program.Time = .moved) throws -> Run {
  try gpsbridge(words, input: input, time: time)
}

func gpsbridge(
  _ words: [String], input: [UInt8]? = nil, environment: [String: String] = [:], time: Program.Time = .moved
) throws -> Run { try Program.run(Program.words(words), input: input, environment: environment, time: time) }

enum Program {
  /// The clock of a run: one that a ``MovedClock`` moves, or the kernel's.
  enum Time { case moved, real }

  /// The folder of the running tests is the one the program was built into.
  static let path: [UInt8] = {
    let own = Kernel.link("/proc/self/exe") ?? ""
    return Array((own[..<(own.lastIndex(of: "/") ?? own.endIndex)] + "/gpsbridge").utf8)
  }()

  /// The command line of the program with these words.
  static func words(_ words: [String]) -> [[UInt8]] { [path] + words.map { Array($0.utf8) } }

  /// A pipe end that another child inherits by chance would stay open there, so only one is made at a time.
  static let spawning = Mutex(())

  /// Runs it to its end; the environment is what is set beside what these tests were given.
  ///
  /// On the moved clock, each timeout comes as soon as nothing else is left to do: nobody answers the program in real time.
  static func run(
    _ words: [[UInt8]], input: [UInt8]?, environment: [String: String] = [:], time: Time = .moved
  ) throws -> Run { try timed(words, input: input, environment: environment, time: time).run }

  /// The same, and how long it took by its clock.
  static func timed(
    _ words: [[UInt8]], input: [UInt8]? = nil, environment: [String: String] = [:], time: Time = .moved
  ) throws -> (run: Run, lasted: Duration) {
    let begun = ContinuousClock.now
    let clock = try time == .moved ? MovedClock(movedBy: .idleness) : nil
    let output = try TemporaryFile()
    let message = try TemporaryFile()
    let given = try TemporaryFile(input ?? [])
    let child = try start(
      words, input: input == nil ? nil : given.descriptor, output: output.descriptor,
      message: message.descriptor,
      environment: environment.merging(clock?.environment ?? [:]) { own, _ in own })
    let exit = wait(for: child)
    let run = Run(exit: exit, output: try output.text(), message: try message.text())
    return (run, clock?.passed ?? begun.duration(to: .now))
  }

  /// Runs a shell's line to its end.
  static func shell(_ line: String) throws -> Run {
    try run(["/bin/sh", "-c", line].map { Array($0.utf8) }, input: [])
  }

  /// Starts the program with these words.
  static func start(_ words: [String], input: CInt? = nil, output: CInt, message: CInt) throws -> pid_t {
    try start(self.words(words), input: input, output: output, message: message)
  }

  static func start(
    _ words: [[UInt8]], input: CInt?, output: CInt, message: CInt, environment: [String: String] = [:]
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, message, STDERR_FILENO)
    var arguments =
      unsafe words.map { word in unsafe strdup(word.map { CChar(bitPattern: $0) } + [0]) } + [nil]
    defer { for index in 0..<(unsafe arguments.count) { unsafe free(arguments[index]) } }
    var variables = unsafe merged(environment).map { unsafe strdup($0) } + [nil]
    defer { for index in 0..<(unsafe variables.count) { unsafe free(variables[index]) } }
    var child: pid_t = 0
    let failure = spawning.withLock { _ in
      unsafe posix_spawn(&child, arguments[0] ?? strdup(""), &actions, nil, &arguments, &variables)
    }
    guard failure == 0 else { throw SystemFailure(number: failure) }
    return child
  }

  /// The variables of this process without those that its user has set for the program, and with some changed.
  private static func merged(_ changes: [String: String]) -> [String] {
    var all: [String] = []
    var index = 0
    while let entry = unsafe environ[index] {
      all.append(unsafe String(cString: entry))
      index += 1
    }
    let left =
      ["GPSBRIDGE_", "NO_COLOR=", "CLICOLOR_FORCE=", "CREDENTIALS_DIRECTORY="] + changes.keys.map { "\($0)=" }
    return all.filter { entry in !left.contains { entry.hasPrefix($0) } }
      + changes.map { "\($0.key)=\($0.value)" }
  }

  /// Waits for a child's end; one that does not end in time is killed, and named.
  static func wait(for child: pid_t) -> CInt { ChildLimit.status(of: child) }
}
