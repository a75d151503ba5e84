internal import GPSBase

/// A call that held a loop up: everything else on the loop waited meanwhile.
public struct SlowCall: Sendable, Hashable {
  /// The thing that the loop called.
  public enum Origin: Sendable, Hashable {
    /// The handler of a descriptor; the name is the path of a port, and empty where there is none.
    case descriptor(Int32, name: String)
    /// The action of a timer.
    case timer
    /// A closure that was given to ``EventLoop/async(_:)``.
    case closure
    /// A part of an actor's work.
    case actor
    /// A part of a task that prefers the loop.
    case task
    /// One of so many closures, and parts of actors and tasks; the next ones are told apart.
    case oneOf(Int)
  }

  /// The thing that the loop called.
  public let origin: Origin
  /// How long it took, by the clock on the wall.
  public let lasted: Duration
}

/// The calls that held a loop up for more than ten milliseconds, since it was made.
///
/// Time is that of the wall: where other programs take the processor, a quick handler takes long as well.
///
/// ```swift
/// print(EventLoop.shared.slowCalls)   // 3 slow calls; the longest: 34 ms, handler of /dev/ttyACM0
/// ```
public struct SlowCalls: Sendable, Hashable {
  /// How many there were.
  public private(set) var count = 0
  /// The longest of them.
  public private(set) var longest: SlowCall?
  /// The last one.
  public private(set) var latest: SlowCall?

  init() {}

  mutating func note(_ call: SlowCall) {
    count += 1
    latest = call
    if call.lasted > longest?.lasted ?? .zero { longest = call }
  }
}

extension SlowCall: CustomStringConvertible {
  /// The time and the origin, as in "34 ms, handler of /dev/ttyACM0".
  public var description: String { "\(lasted.milliseconds) ms, \(origin)" }
}

extension SlowCall.Origin: CustomStringConvertible {
  /// The origin in words.
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

extension SlowCalls: CustomStringConvertible {
  /// Their number, and the longest of them.
  public var description: String {
    let number = "\(count == 0 ? "no" : "\(count)") slow call\(count == 1 ? "" : "s")"
    return longest.map { "\(number); the longest: \($0)" } ?? number
  }
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// The time that the calls of a loop take: a plain value that is told what the clock shows.
///
/// Handlers and timers are timed one by one. Closures and parts of tasks may be a million in a second, so they are timed
/// together; only behind a slow one each of them is timed for a while.
struct CallTimes {
  /// A call that takes longer is slow.
  static let limit = Duration.milliseconds(10)
  private static let closeLook = 10_000

  /// The clock as it was read last.
  @Kept private(set) var now: ContinuousClock.Instant
  /// How many errands are still to be timed one by one.
  private var toLookAt = 0

  init(_ now: ContinuousClock.Instant) { self.now = now }

  /// A call begins.
  mutating func begin(at now: ContinuousClock.Instant) { self.now = now }

  /// A call has ended, and the next one begins; how long it took, if it was slow.
  mutating func end(at now: ContinuousClock.Instant) -> Duration? {
    let lasted = self.now.duration(to: now)
    self.now = now
    return lasted > Self.limit ? lasted : nil
  }

  /// One of many errands was slow: from now on each is looked at.
  mutating func lookCloser() { toLookAt = Self.closeLook }

  /// Whether the next errand is timed by itself.
  mutating func looksAtNext() -> Bool {
    guard toLookAt > 0 else { return false }
    toLookAt -= 1
    return true
  }
}

extension Errand {
  /// The origin of a call of it.
  var origin: SlowCall.Origin {
    switch self {
    case .call, .begin, .remove, .stop: .closure
    case .actorJob: .actor
    case .taskJob: .task
    }
  }
}

extension EventLoop {
  /// What a loop has done so far: on two machines it is the same, where times are not.
  package struct Tally: Sendable, Hashable {
    /// Waits for descriptors and moments.
    package var turns = 0
    /// Closures, and parts of tasks and actors; a switch of tasks to the loop is one of them.
    package var errands = 0
  }
}
