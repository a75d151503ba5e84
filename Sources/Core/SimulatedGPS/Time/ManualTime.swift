package import GPSDelivery
public import GPSEventRuntime
public import GPSBridge
import GPSSystemCalls

/// A clock that advances only when a test moves it.
///
/// A program that uses this clock can run through an hour in a millisecond, with the same result each time:
///
/// ```swift
/// let time = ManualTime(utcSeconds: 1_795_158_502)
/// time.after(.seconds(10), on: loop) { print("ten") }
/// time.after(.seconds(5), on: loop) { print("five") }
/// await time.advance(by: .seconds(10))    // five, ten: both have run when this line is done
/// ```
///
/// Any number of threads may set timers, cancel them and move time.
public final class ManualTime: AttendedTime {
  private let table: Guarded<TimerTable>
  private let accuracy = Guarded<Duration?>(nil)
  /// Ensures that one caller at a time moves the clock.
  ///
  /// The lock is held while loops perform due actions, so an action that moved time would deadlock. It guards
  /// an integer because the thread sanitizer sees a zero-size value as an access to the object's beginning.
  private let moving = Guarded(0)

  /// Creates a clock that stands at some moment of UTC.
  public init(utcSeconds: Double = 0) {
    table = Guarded(TimerTable(start: ContinuousClock.now, utcSeconds: utcSeconds))
  }

  /// The current time.
  public var now: ContinuousClock.Instant { table.withLock { $0.now } }

  /// Seconds of UTC since 1970; they advance with ``now``, but can be set separately.
  public var utcSeconds: Double { table.withLock { $0.utcSeconds } }

  /// Sets the time of day, as a user or a network may at any moment; ``now`` and timers are not affected.
  public func setUTC(_ seconds: Double) { table.withLock { $0.setUTC(seconds) } }

  /// The possible error of ``utcSeconds``; nil, the default, if it is unknown.
  public var utcAccuracy: Duration? {
    get { accuracy.withLock { $0 } }
    set { accuracy.withLock { $0 = newValue } }
  }

  /// The number of timers that are neither fired nor canceled.
  public var pendingTimers: Int { table.withLock { $0.count } }

  /// The time until the next timer is due; nil if none is set.
  public var timeToNextTimer: Duration? { table.withLock { $0.timeToNext } }

  /// Runs an action once on an event loop, after the clock has advanced by `delay`.
  @discardableResult
  public func after(
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle {
    let number = table.withLock { $0.add(delay, loop, action) }
    return ManualTimer(number: number, table: table)
  }

  /// Makes every advance wait for the work on this loop, starting with the first.
  public func willServe(_ loop: EventLoop) { table.withLock { $0.serve(loop) } }

  /// The register of all tasks that listen to a receiver with this clock.
  package let consumers = Attendance()

  /// Moves time forward, runs due actions on the way, and waits until all listeners have processed them.
  ///
  /// When this returns, each loop over a stream of a receiver with this clock has processed its elements,
  /// delegates have been called, and requests and settings have been answered, on whatever actor. Tasks
  /// created just before run once before time moves:
  /// ```swift
  /// let answer = Task { try await manager.requestLocation() }
  /// await time.advance(by: .seconds(40))     // the request has begun, and has its answer
  /// ```
  ///
  /// Time moves on only when all listeners wait again, so that they miss no step. After a second, it stops
  /// waiting for a listener that is busy with something else.
  ///
  /// Functions that cannot wait call ``jump(by:)``. Two tasks that move time at once move it together, not one
  /// after the other.
  public func advance(by duration: Duration) async {
    let target = table.withLock { $0.now + max(duration, .zero) }
    repeat {
      await waitForTasks()
      var departures = consumers.departures
      while moving.withLock({ _ in fireNext(until: target) }) {
        await letConsumersRest()
        // A task that got its answer may ask again; give it a turn before time moves on.
        guard consumers.departures != departures else { continue }
        await waitForTasks()
        departures = consumers.departures
      }
      await waitForTasks()
    } while table.withLock { $0.timeToNext.map { [now = $0.now] in now + $0 <= target } ?? false }
    table.withLock { $0.now = max($0.now, target) }
  }

  /// Gives new tasks and consumers a turn and performs the resulting work, for a few rounds.
  private func waitForTasks() async {
    for _ in 0..<3 {
      await TaskBarrier.pass()
      moving.withLock { _ in waitUntilAllIdle() }
      await letConsumersRest()
    }
  }

  /// Waits for the listeners, at most one second of real time.
  private func letConsumersRest() async {
    guard !consumers.isAtRest else { return }
    if await !Awaited.once(atMost: .seconds(1), { done in consumers.whenAllRest(done) }) {
      consumers.forgetWorking()
    }
    moving.withLock { _ in waitUntilAllIdle() }
  }

  /// Moves time forward, and runs due actions on the way, without waiting for tasks.
  ///
  /// Each action runs on its loop in order of time, with ``now`` at exactly its time; of two actions for the
  /// same time, the one set first runs first. A timer set by an action also runs if it is due on the way.
  /// Work that an action adds to a loop is done before time moves on, and when this returns.
  ///
  /// Do not call this on a loop that has timers here, or from an action, because it waits for them.
  @available(*, noasync, message: "No task would get a turn; write 'await time.advance(by:)'.")
  public func jump(by duration: Duration) {
    let loops = table.withLock { $0.loops }
    precondition(!loops.contains { $0.isCurrent }, "an action cannot move time: it would wait for itself")
    moving.withLock { _ in
      let target = table.withLock { $0.now + max(duration, .zero) }
      waitUntilAllIdle()
      while fireNext(until: target) {
        while fireNext(until: target) {}
        // A descriptor of a different loop may have led to a timer.
        waitUntilAllIdle()
      }
      table.withLock { $0.now = target }
    }
  }

  /// Runs the next timer that is due; returns false if no timer is due.
  private func fireNext(until target: ContinuousClock.Instant) -> Bool {
    guard let due = table.withLock({ $0.moveToNext(until: target) }) else { return false }
    // Look it up again on its loop: earlier work there may have canceled it.
    due.loop.sync(rounds: Self.rounds) { [table] in table.withLock { $0.remove(due.number) }?.action() }
    // Its work on other loops, too, belongs to this moment.
    wait(for: table.withLock { $0.loops }.filter { $0 !== due.loop && !$0.isIdle })
    return true
  }

  /// Waits until the loops have done their queued work, and what that work added.
  private func waitUntilAllIdle() { wait(for: table.withLock { $0.loops }) }

  private func wait(for loops: [EventLoop]) { for loop in loops { loop.sync(rounds: Self.rounds - 1) {} } }

  /// The rounds of queued work that each step waits for.
  private static let rounds = 3
}

private struct ManualTimer: TimerHandle {
  var number: Int
  var table: Guarded<TimerTable>

  func cancel() {
    // Release the caller's closure here, outside the lock.
    _ = table.withLock { $0.remove(number) }
  }
}
