import Glibc
import Synchronization
import TestSupport

@testable import GPSBridgeTool

/// The built program on a terminal of its own, as its session's leader; time passes for it only while a test waits.
final class TerminalRun {
  let terminal: PseudoTerminal
  private let clock: MovedClock
  private(set) var process: pid_t = 0
  private(set) var text = ""
  private var bytes: [UInt8] = []

  convenience init(_ words: String..., width: UInt16 = 80, height: UInt16 = 24) throws {
    try self.init(words, width: width, height: height)
  }

  init(_ words: [String], width: UInt16 = 80, height: UInt16 = 24) throws {
    terminal = try PseudoTerminal()
    clock = try MovedClock(movedBy: .test)
    // As a shell leaves a terminal.
    try terminal.change { attributes in
      attributes.c_lflag |= tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
      attributes.c_oflag |= tcflag_t(OPOST | ONLCR)
      attributes.c_iflag |= tcflag_t(ICRNL | IXON)
    }
    try resize(width, height)
    process = try Self.start(Program.words(words), on: terminal.path, clock)
  }

  deinit {
    guard process > 0 else { return }
    kill(process, SIGKILL)
    _ = Program.wait(for: process)
  }

  func resize(_ width: UInt16, _ height: UInt16) throws {
    var window = winsize(ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(try terminal.descriptor(), UInt(TIOCSWINSZ), &window) == 0 else {
      throw SystemFailure()
    }
  }

  /// Waits until the program has written a text since the last such wait.
  func wait(for mark: String) throws {
    let patience = Patience("'\(mark)' on the screen of process \(process)")
    while !text.contains(mark) {
      try patience.check()
      if try !goOn(), !text.contains(mark) { throw SystemFailure(number: ECHILD) }
    }
    let range = text.ranges(of: mark).first
    if let range { text = String(text[range.upperBound...]) }
  }

  func send(_ number: CInt) { kill(process, number) }

  func type(_ keys: String) throws { try terminal.write(keys) }

  /// Waits for the program's end, and answers its exit status; all that it wrote until then is in ``text``.
  func end() throws -> CInt {
    let limit = ChildLimit(process, seconds: 120)
    defer { limit.end() }
    while try goOn() {}
    let exit = Program.wait(for: process)
    process = 0
    return exit
  }

  /// Lets the program do what it has to do, and if it writes nothing, lets time pass; false if it has ended.
  @discardableResult private func goOn() throws -> Bool {
    let (before, output) = (text, try terminal.descriptor())
    guard try clock.settle(reading: read, from: output) else { return false }
    return try text != before || clock.advance(by: LiveRun.step, reading: read, from: output)
  }

  private func read() throws -> Bool {
    let hasEnded = PipeState.hasEnded(process)
    while true {
      let more = try terminal.readNow()
      if more.isEmpty { break }
      bytes += more
    }
    // A character may be cut in two: the rest of it comes next.
    guard let whole = String(validating: bytes, as: UTF8.self) else { return !hasEnded }
    text += whole
    bytes = []
    return !hasEnded
  }

  private static func start(_ words: [[UInt8]], on path: String, _ clock: MovedClock) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes its own.
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The threads that tests run on have nearly all signals blocked, and a child inherits that.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    let (setSignalMask, newSession): (Int16, Int16) = (0x08, 0x80)
    unsafe posix_spawnattr_setflags(&attributes, setSignalMask | newSession)
    var arguments =
      unsafe words.map { word in unsafe strdup(word.map { CChar(bitPattern: $0) } + [0]) } + [nil]
    let variables: [String] =
      ["TERM=xterm", "LANG=C.UTF-8", "TZ=UTC"] + Sanitizer.options
      + clock.environment.map { "\($0.key)=\($0.value)" }
    var environment = unsafe variables.map { variable in unsafe strdup(variable) } + [nil]
    defer {
      for index in 0..<(unsafe arguments.count) { unsafe free(arguments[index]) }
      for index in 0..<(unsafe environment.count) { unsafe free(environment[index]) }
    }
    var child: pid_t = 0
    let failure = Program.spawning.withLock { _ in
      unsafe posix_spawn(&child, arguments[0] ?? strdup(""), &actions, &attributes, &arguments, &environment)
    }
    guard failure == 0 else { throw SystemFailure(number: failure) }
    return child
  }
}
