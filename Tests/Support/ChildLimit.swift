public import Glibc
import GPSSystemCalls

/// A limit of time for a process that a test has started, so that no test waits for it without an end.
///
/// ```swift
/// let limit = ChildLimit(process)
/// defer { limit.end() }
/// waitpid(process, &status, 0)        // ended by the limit, where the process does not end
/// ```
///
/// When the time is over, the process is killed, with its group if it leads one, and a line on standard error names its command.
public final class ChildLimit: Sendable {
  /// Long for a program that a test waits for, and short beside the limit of a run of all tests.
  public static let usual = 180

  private struct Entry: Sendable {
    var process: pid_t
    /// When it started, as the kernel writes it: its number may be another process's later.
    var started: Substring?
    var end: Int
    var seconds: Int
  }

  private struct State: Sendable {
    var entries: [Int: Entry] = [:]
    var next = 0
    var isWatching = false
    var kept: [ChildLimit] = []
  }

  private static let state = Guarded(State())
  private let number: Int

  /// Limits the time of a process from now on.
  public init(_ process: pid_t, seconds: Int = ChildLimit.usual) {
    let entry = Entry(
      process: process, started: Self.start(of: process), end: Self.now() + seconds, seconds: seconds)
    let (number, begins) = Self.state.withLock { state in
      defer { state.isWatching = true }
      state.next += 1
      state.entries[state.next] = entry
      return (state.next, !state.isWatching)
    }
    self.number = number
    if begins { Self.watch() }
  }

  deinit { end() }

  /// The process has ended, or is waited for no more.
  public func end() { Self.state.withLock { $0.entries[number] = nil } }

  /// Limits the time of a process that nothing here waits for; the entry outlives the process, and then concerns no other.
  public static func keep(_ process: pid_t, seconds: Int = ChildLimit.usual) {
    let limit = ChildLimit(process, seconds: seconds)
    state.withLock { $0.kept.append(limit) }
  }

  /// Waits for a child's end, which the limit brings where nothing else does; its status as a shell has it.
  public static func status(of child: pid_t, seconds: Int = ChildLimit.usual) -> CInt {
    let limit = ChildLimit(child, seconds: seconds)
    defer { limit.end() }
    var status: CInt = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  // MARK: - Watching

  private static func watch() {
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { _ in
        while true {
          sleep(1)
          ChildLimit.look()
        }
      }, nil)
    if failure == 0 { pthread_detach(thread) }
  }

  private static func look() {
    let now = now()
    let late = state.withLock { state in
      let late = state.entries.filter { $0.value.end <= now }
      for (number, _) in late { state.entries[number] = nil }
      return Array(late.values)
    }
    for entry in late where start(of: entry.process) == entry.started {
      let line =
        "A test waited \(entry.seconds) s for the end of process \(entry.process), which is killed: "
        + command(of: entry.process) + "\n"
      _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
      // What it has started goes with it, where it leads a group of its own.
      kill(getpgid(entry.process) == entry.process ? -entry.process : entry.process, SIGKILL)
    }
  }

  private static func now() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }

  private static func start(of process: pid_t) -> Substring? {
    let line = text("/proc/\(process)/stat")
    guard let close = line.lastIndex(of: ")") else { return nil }
    let fields = line[close...].split(separator: " ")
    return fields.count > 20 ? fields[20] : nil
  }

  private static func command(of process: pid_t) -> String {
    text("/proc/\(process)/cmdline").split(separator: "\0").joined(separator: " ")
  }

  private static func text(_ path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// A limit of time for a loop in which a test waits for something.
public struct Patience: Sendable {
  /// Why a wait ended.
  public struct Exhausted: Error, CustomStringConvertible {
    /// What was waited for, and for how long.
    public let description: String
  }

  private let what: String
  private let limit: Duration
  private let end: ContinuousClock.Instant

  /// Begins to wait for something, which an error would name.
  public init(_ what: String, _ limit: Duration = .seconds(120)) {
    self.what = what
    self.limit = limit
    end = .now + limit
  }

  /// Throws when the time is over.
  public func check() throws {
    if ContinuousClock.now >= end { throw Exhausted(description: "waited \(limit) for \(what)") }
  }
}
