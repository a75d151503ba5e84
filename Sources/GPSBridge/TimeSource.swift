public import GPSDelivery
public import GPSEventRuntime
internal import Glibc

/// A source of time: a clock that never jumps, the time of day, and timers.
///
/// Everything in this package reads time through one of these, so that a test owns time:
///
/// ```swift
/// let time = ManualTime()                 // SimulatedGPS
/// time.after(.seconds(2), on: loop) { print("two seconds") }
/// time.advance(by: .seconds(2))           // prints, and it took no time
/// ```
///
/// In a program it is ``SystemTime``.
public protocol TimeSource: Sendable {
  /// Now, on the clock that only goes forward, also while the machine sleeps.
  var now: ContinuousClock.Instant { get }

  /// Seconds of UTC since 1970, as the machine believes; this clock may be wrong and may be set.
  var utcSeconds: Double { get }

  /// How far ``utcSeconds`` may be off; nil where nobody vouches for that clock.
  var utcAccuracy: Duration? { get }

  /// The time that the machine has slept since its start.
  var timeAsleep: Duration { get }

  /// Runs an action once on an event loop, when a time has passed.
  ///
  /// A time of zero or less is due at once, and still runs later on the loop, never inside this call.
  /// The timer lives until it has fired or is cancelled, whether or not the handle is kept.
  @discardableResult
  func after(
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle
  /// Takes a loop that will run work, before the first of it runs.
  ///
  /// Manual time lets such a loop come to rest before it goes on.
  func willServe(_ loop: EventLoop)

  /// Watches whether consumers are at work; nil if nobody wants to know.
  ///
  /// Manual time lets them come to rest before it goes on.
  var attendance: Attendance? { get }
}

extension TimeSource {
  /// Nil: nobody vouches for it.
  public var utcAccuracy: Duration? { nil }

  /// Zero: a clock of a test never sleeps.
  public var timeAsleep: Duration { .zero }

  /// Does nothing: real time waits for nobody.
  public func willServe(_ loop: EventLoop) {}

  /// Nil: real time waits for nobody.
  public var attendance: Attendance? { nil }
}

/// A timer that was set and may be cancelled.
public protocol TimerHandle: Sendable {
  /// Cancels the timer; does nothing if it has fired already, or was cancelled before.
  ///
  /// After a call on the timer's own loop, the action will not run.
  /// After a call elsewhere, it may be running at this moment.
  func cancel()
}

/// The machine's own clocks and timers.
///
/// A timer is due by ``now``, which counts the time that the machine sleeps; the wait for it does not. After a sleep a
/// timer may come late, never early. To decide by age, look at ``now``.
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

  /// How far that clock may be off, as the kernel says; nil where nothing disciplines it.
  public var utcAccuracy: Duration? { HostClock.accuracy() }

  /// The time that the machine has slept since its start: timers of the kernel stand still meanwhile.
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
  ) -> any TimerHandle {
    loop.after(delay, action)
  }
}

extension LoopTimer: TimerHandle {}
