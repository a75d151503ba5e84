public import Delivery
public import Dispatch
internal import Glibc
import Locking

/// A source of time: a clock that never jumps, the time of day, and timers.
///
/// Everything in this package reads time through one of these, so that a test owns time:
///
/// ```swift
/// let time = ManualTime()                 // SimulatedGPS
/// time.after(.seconds(2), on: queue) { print("two seconds") }
/// time.advance(by: .seconds(2))           // prints, and it took no time
/// ```
///
/// In a program it is ``SystemTime``.
public protocol TimeSource: Sendable {
  /// Now, on the clock that only goes forward, also while the machine sleeps.
  var now: ContinuousClock.Instant { get }

  /// Seconds of UTC since 1970, as the machine believes; this clock may be wrong and may be set.
  var utcSeconds: Double { get }

  /// Runs an action once on a serial queue, when a time has passed.
  ///
  /// A time of zero or less is due at once, and still runs later on the queue, never inside this call.
  /// The timer lives until it has fired or is cancelled, whether or not the handle is kept.
  @discardableResult
  func after(
    _ delay: Duration, on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle
  /// Takes a queue that will run work, before the first of it runs.
  ///
  /// Manual time lets such a queue come to rest before it goes on.
  func willServe(_ queue: DispatchQueue)

  /// Watches whether consumers are at work; nil if nobody wants to know.
  ///
  /// Manual time lets them come to rest before it goes on.
  var attendance: Attendance? { get }
}

extension TimeSource {
  /// Does nothing: real time waits for nobody.
  public func willServe(_ queue: DispatchQueue) {}

  /// Nil: real time waits for nobody.
  public var attendance: Attendance? { nil }
}

/// A timer that was set and may be cancelled.
public protocol TimerHandle: Sendable {
  /// Cancels the timer; does nothing if it has fired already, or was cancelled before.
  ///
  /// After a call on the timer's own queue, the action will not run.
  /// After a call elsewhere, it may be running at this moment.
  func cancel()
}

/// The machine's own clocks and timers.
///
/// Timers do not count the time that the machine sleeps, while ``now`` does: after a sleep a timer may come later
/// than it was asked for, never earlier. To decide by age, look at ``now``.
public struct SystemTime: TimeSource {
  /// Makes a source of time; all of them are the same.
  public init() {}

  /// Now, on the clock that only goes forward.
  public var now: ContinuousClock.Instant { ContinuousClock.now }

  /// Seconds of UTC since 1970, to the microsecond that a `Double` has room for.
  public var utcSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Runs an action once on a serial queue, when a time has passed.
  @discardableResult
  public func after(
    _ delay: Duration, on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle {
    let timer = SystemTimer(action)
    timer.start(after: delay, on: queue)
    return timer
  }
}

/// A Dispatch timer that fires once.
///
/// It keeps itself alive until then: the source holds the handler, the handler holds this object, and that holds
/// the source. Firing or cancelling lets go of all three.
final class SystemTimer: TimerHandle {
  private struct State {
    var source: (any DispatchSourceTimer)?
    var action: (@Sendable () -> Void)?
  }

  private let state: Guarded<State>

  init(_ action: @escaping @Sendable () -> Void) { state = Guarded(State(action: action)) }

  func start(after delay: Duration, on queue: DispatchQueue) {
    let fire: @Sendable () -> Void = { [self] in end()?() }
    let nanoseconds = delay.clampedNanoseconds
    state.withLock {
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.setEventHandler(handler: fire)
      source.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .nanoseconds(0))
      // Under the lock, since it may fire before this line is done.
      source.activate()
      $0.source = source
    }
  }

  func cancel() { _ = end() }

  /// Stops the source, and gives the action to the first caller.
  ///
  /// The action is the user's, and must be released outside the lock.
  private func end() -> (@Sendable () -> Void)? {
    state.withLock {
      $0.source?.cancel()
      $0.source = nil
      let action = $0.action
      $0.action = nil
      return action
    }
  }
}

extension Duration {
  /// Whole nanoseconds, rounded up, from 0 to the most that Dispatch can count.
  var clampedNanoseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // A century: beyond that the sum with now would overflow.
    guard seconds < 3_155_760_000 else { return 3_155_760_000_000_000_000 }
    return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
  }
}
