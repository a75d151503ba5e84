public import Dispatch
internal import Glibc

/// The machine's own clocks and timers.
///
/// Timers do not count the time that the machine sleeps, while ``now`` does: after a sleep a timer may come later
/// than it was asked for, never earlier. Whoever decides by age looks at ``now``.
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
