package import GPSDelivery
public import GPSEventRuntime
internal import Glibc

/// A source of time: a clock that never jumps, the time of day, and timers.
///
/// Everything in this package reads time through a time source, so that a test can control time:
///
/// ```swift
/// let time = ManualTime()                 // SimulatedGPS
/// time.after(.seconds(2), on: loop) { print("two seconds") }
/// await time.advance(by: .seconds(2))     // prints, and it took no time
/// ```
///
/// In a program it is ``SystemTime``.
public protocol TimeSource: Sendable {
  /// The current time of the monotonic clock, which also advances while the computer sleeps.
  var now: ContinuousClock.Instant { get }

  /// Seconds of UTC since 1970 by this computer's clock, which may be wrong and may be set.
  var utcSeconds: Double { get }

  /// The maximum error of ``utcSeconds``; nil if that clock is not synchronized.
  var utcAccuracy: Duration? { get }

  /// The time that the machine has slept since its start.
  var timeAsleep: Duration { get }

  /// Runs an action once on an event loop, when a time has passed.
  ///
  /// A delay of zero or less is due at once, but the action still runs later on the loop, never inside this
  /// call. The timer exists until it has fired or is cancelled, even if the handle is not kept.
  @discardableResult
  func after(
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle
  /// Registers a loop before it runs any work.
  ///
  /// Manual time waits until such a loop is idle before it advances.
  func willServe(_ loop: EventLoop)
}

/// A time source that waits until consumers are idle before it advances.
package protocol AttendedTime: TimeSource {
  var consumers: Attendance { get }
}

extension TimeSource {
  /// Nil: the clock is not known to be synchronized.
  public var utcAccuracy: Duration? { nil }

  /// Zero: a test's clock never sleeps.
  public var timeAsleep: Duration { .zero }

  /// Does nothing: real time does not wait for loops.
  public func willServe(_ loop: EventLoop) {}

  /// Tracks whether consumers are busy; nil if time does not wait for them.
  package var attendance: Attendance? { (self as? any AttendedTime)?.consumers }
}

/// A scheduled timer that can be cancelled.
public protocol TimerHandle: Sendable {
  /// Cancels the timer; does nothing if it has fired or was cancelled before.
  ///
  /// After a call on the timer's own loop, the action will not run. After a call from elsewhere, the action
  /// may be running at this moment.
  func cancel()

  /// Moves the timer; call it on the timer's loop.
  ///
  /// - Parameter delay: The delay from now.
  /// - Returns: False if the timer has fired or was cancelled, or can't be moved.
  func move(after delay: Duration) -> Bool
}

extension TimerHandle {
  /// Does nothing and returns false: the timer can only be cancelled.
  public func move(after delay: Duration) -> Bool { false }
}

/// The computer's clocks and timers.
///
/// A timer is due by ``now``, which includes the time that the computer sleeps, but the wait for the timer
/// does not. After a sleep, a timer may be late, but never early. For decisions about age, read ``now``.
public struct SystemTime: TimeSource {
  /// Creates a time source; all instances are the same.
  public init() {}

  /// The current time of the monotonic clock.
  public var now: ContinuousClock.Instant { ContinuousClock.now }

  /// Seconds of UTC since 1970, to the microsecond that fits into a `Double`.
  public var utcSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The maximum error of that clock as reported by the kernel; nil if it is not synchronized.
  public var utcAccuracy: Duration? { HostClock.accuracy() }

  /// The time that the machine has slept since its start, during which the kernel's timers do not run.
  public var timeAsleep: Duration {
    var (all, awake) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_MONOTONIC, &awake)
    unsafe clock_gettime(CLOCK_BOOTTIME, &all)
    return .seconds(all.tv_sec - awake.tv_sec) + .nanoseconds(all.tv_nsec - awake.tv_nsec)
  }

  /// Runs an action once on an event loop, when a time has passed.
  @discardableResult
  public func after(
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle { loop.after(delay, action) }
}

extension LoopTimer: TimerHandle {}
