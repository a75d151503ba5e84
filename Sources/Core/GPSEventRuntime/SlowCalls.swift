internal import GPSBase

/// A call that delayed a loop: everything else on the loop waited meanwhile.
public struct SlowCall: Sendable, Hashable, CustomStringConvertible {
  /// The source of a call.
  public enum Origin: Sendable, Hashable {
    /// The handler of a descriptor; the name is the path of a port, or empty if unknown.
    case descriptor(Int32, name: String)
    /// The action of a timer.
    case timer
    /// A closure passed to ``EventLoop/async(_:)``.
    case closure
    /// A job of an actor.
    case actor
    /// A job of a task that prefers the loop.
    case task
    /// One of N closures and jobs that were measured together; the next ones are measured individually.
    case oneOf(Int)
  }

  /// The source of the call.
  public let origin: Origin
  /// The call's duration in real time.
  public let lasted: Duration

  /// The duration and the origin, as in "34 ms, handler of /dev/ttyACM0".
  public var description: String { "\(lasted.milliseconds) ms, \(origin)" }
}

/// The calls that have delayed a loop for more than ten milliseconds since it was created.
///
/// Durations are in real time: if other programs use the processor, a quick handler takes long as well.
///
/// ```swift
/// print(EventLoop.shared.slowCalls)   // 3 slow calls; the longest: 34 ms, handler of /dev/ttyACM0
/// ```
public struct SlowCalls: Sendable, Hashable, CustomStringConvertible {
  /// The number of slow calls.
  public private(set) var count = 0
  /// The longest slow call.
  public private(set) var longest: SlowCall?
  /// The last slow call.
  public private(set) var latest: SlowCall?

  init() {}

  mutating func note(_ call: SlowCall) {
    count += 1
    latest = call
    if call.lasted > longest?.lasted ?? .zero { longest = call }
  }

  /// The number of slow calls and the longest one.
  public var description: String {
    let number = "\(count == 0 ? "no" : "\(count)") slow call\(count == 1 ? "" : "s")"
    return longest.map { "\(number); the longest: \($0)" } ?? number
  }
}

extension SlowCall.Origin: CustomStringConvertible {
  /// The origin as text.
  public var description: String {
    switch self {
    case .descriptor(let number, let name): "handler of \(name.isEmpty ? "descriptor \(number)" : name)"
    case .timer: "action of a timer"
    case .closure: "closure given to async"
    case .actor: "part of an actor"
    case .task: "part of a task"
    case .oneOf(let count): "one of \(count) closures and parts of tasks"
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// Measures the calls of a loop, as a plain value; the caller reads the clock.
///
/// Handlers and timers are measured one by one. There can be a million closures and jobs per second, so these
/// are measured together; after a slow group, the next ones are measured individually for a while.
struct CallTimes {
  /// The duration above which a call is slow.
  static let limit = Duration.milliseconds(10)
  private static let closeLook = 10_000

  /// The last reading of the clock.
  @StoredInstant private(set) var now: ContinuousClock.Instant
  /// The number of jobs still to measure individually.
  private var toLookAt = 0

  init(_ now: ContinuousClock.Instant) { self.now = now }

  mutating func begin(at now: ContinuousClock.Instant) { self.now = now }

  /// Notes the end of a call, which starts the next one; returns its duration if it was slow.
  mutating func end(at now: ContinuousClock.Instant) -> Duration? {
    let lasted = self.now.duration(to: now)
    self.now = now
    return lasted > Self.limit ? lasted : nil
  }

  /// Measures jobs individually for a while, after a group of them was slow.
  mutating func lookCloser() { toLookAt = Self.closeLook }

  /// Returns whether to measure the next job individually.
  mutating func looksAtNext() -> Bool {
    guard toLookAt > 0 else { return false }
    toLookAt -= 1
    return true
  }
}

extension LoopJob {
  /// The origin to report for the job's call.
  var origin: SlowCall.Origin {
    switch self {
    case .call, .begin, .remove, .stop: .closure
    case .actorJob: .actor
    case .taskJob: .task
    }
  }
}

extension EventLoop {
  /// The statistics of a loop; unlike durations, they are the same on any machine.
  package struct Tally: Sendable, Hashable {
    /// The number of waits for descriptors and timers.
    package var turns = 0
    /// The number of closures and jobs of tasks and actors; a task's switch to the loop counts as one.
    package var jobs = 0
  }
}
