public import Glibc
import GPSSystemCalls

/// A time limit for a process that a test has started, so that no test waits for it forever.
///
/// ```swift
/// let limit = ChildLimit(process)
/// defer { limit.end() }
/// waitpid(process, &status, 0)        // ended by the limit, where the process does not end
/// ```
///
/// At the limit, kills the process, or the group that it leads, and logs its command to standard error.
public final class ChildLimit: Sendable {
  /// The default limit in seconds: long for a program under test, but short compared with a full test run.
  public static let usual = 180

  private struct Entry: Sendable {
    var process: pid_t
    /// The kernel's start time of the process, because process IDs are reused.
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

  /// Starts the time limit of a process.
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

  /// Ends the limit, because the process has ended or the test no longer waits for it.
  public func end() { Self.state.withLock { $0.entries[number] = nil } }

  /// Limits the time of a process that no test waits for; the limit never affects a later process.
  public static func keep(_ process: pid_t, seconds: Int = ChildLimit.usual) {
    let limit = ChildLimit(process, seconds: seconds)
    state.withLock { $0.kept.append(limit) }
  }

  /// Waits for a child process, which the limit kills if necessary; returns its status as a shell reports it.
  public static func status(of child: pid_t, seconds: Int = ChildLimit.usual) -> CInt {
    let limit = ChildLimit(child, seconds: seconds)
    defer { limit.end() }
    var status: CInt = 0
    while unsafe waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return -1 } }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  // MARK: - Monitoring

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
      // If the process leads a group, kill its children as well.
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

  private static func text(_ path: String) -> String { Kernel.text(path, limit: 4096) ?? "" }
}

/// A time limit for a loop in which a test waits for something.
public struct Patience: Sendable {
  /// The error when the time limit has passed.
  public struct Exhausted: Error, CustomStringConvertible {
    /// The name of the condition, and the time that the test waited for it.
    public let description: String
  }

  private let what: String
  private let limit: Duration
  private let end: ContinuousClock.Instant

  /// Starts to wait for something, which the error names.
  public init(_ what: String, _ limit: Duration = .seconds(120)) {
    self.what = what
    self.limit = limit
    end = .now + limit
  }

  /// Throws if the time limit has passed.
  public func check() throws {
    if ContinuousClock.now >= end { throw Exhausted(description: "waited \(limit) for \(what)") }
  }
}
