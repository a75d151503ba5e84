internal import GPSDelivery
public import GPSEventRuntime
public import GPSBridge
import GPSSystemCalls

/// Time that stands still until it is moved by hand.
///
/// A program that takes its time from here can be led through an hour in a millisecond, the same way each time:
///
/// ```swift
/// let time = ManualTime(utcSeconds: 1_795_158_502)
/// time.after(.seconds(10), on: loop) { print("ten") }
/// time.after(.seconds(5), on: loop) { print("five") }
/// time.advance(by: .seconds(10))          // five, ten: both have run when this line is done
/// ```
///
/// Any number of threads may set timers, call them off and move time.
public final class ManualTime: TimeSource {
  private let table: Guarded<TimerTable>
  private let consumers = Attendance()
  private let accuracy = Guarded<Duration?>(nil)
  /// One caller moves time; the others wait.
  ///
  /// It is held while loops do what is due: an action that moved time would wait for itself. It guards a number, since a
  /// value without a size lies, for the thread sanitizer, where its object begins, which others read.
  private let moving = Guarded(0)

  /// Makes a time that stands at some moment of UTC.
  public init(utcSeconds: Double = 0) {
    table = Guarded(TimerTable(start: ContinuousClock.now, utcSeconds: utcSeconds))
  }

  /// Now, as far as time was moved.
  public var now: ContinuousClock.Instant { table.withLock { $0.now } }

  /// Seconds of UTC since 1970: they move along, and can be set apart from ``now``.
  public var utcSeconds: Double { table.withLock { $0.utcSeconds } }

  /// Sets the time of day, as a person or a network may, at any moment; ``now`` and timers do not notice.
  public func setUTC(_ seconds: Double) { table.withLock { $0.setUTC(seconds) } }

  /// How far ``utcSeconds`` may be off; nil, as at first, where nobody vouches for it.
  public var utcAccuracy: Duration? {
    get { accuracy.withLock { $0 } }
    set { accuracy.withLock { $0 = newValue } }
  }

  /// How many timers are set and neither fired nor called off.
  public var pendingTimers: Int { table.withLock { $0.count } }

  /// When the next timer is due, from now; nil if none is set.
  public var timeToNextTimer: Duration? { table.withLock { $0.timeToNext } }

  /// Runs an action once on an event loop, when time was moved so far.
  @discardableResult
  public func after(
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle {
    let number = table.withLock { $0.add(delay, loop, action) }
    return ManualTimer(number: number, table: table)
  }

  /// Lets what is on a loop happen before time goes on, from the first advance.
  public func willServe(_ loop: EventLoop) { table.withLock { $0.serve(loop) } }

  /// Sees all who listen to a receiver that takes its time from here.
  public var attendance: Attendance? { consumers }

  /// Moves time forward, lets happen what is due on the way, and lets everybody who listens do their part.
  ///
  /// When this returns, each loop over a stream of a receiver with this time has done with what came, delegates have been
  /// called, and requests and settings have been answered, on whatever actor. Tasks that were begun just before have had their turn first:
  ///
  /// ```swift
  /// let answer = Task { try await manager.requestLocation() }
  /// await time.advance(by: .seconds(40))     // the request has begun, and has its answer
  /// ```
  ///
  /// Time goes on when all of them wait again, so none of them misses a step. One that waits for something else for longer
  /// than a second is left to itself.
  ///
  /// In an asynchronous function this is what `advance(by:)` means; the other one is for those that cannot wait. Two tasks
  /// that move time at once move it together, not one behind the other.
  public func advance(by duration: Duration) async {
    let target = table.withLock { $0.now + max(duration, .zero) }
    repeat {
      await settleTasks()
      var departures = consumers.departures
      while moving.withLock({ _ in fireNext(until: target) }) {
        await letConsumersRest()
        // A task that has its answer may ask the next question: it is given its turn before time goes on.
        guard consumers.departures != departures else { continue }
        await settleTasks()
        departures = consumers.departures
      }
      await settleTasks()
    } while table.withLock { $0.timeToNext.map { [now = $0.now] in now + $0 <= target } ?? false }
    table.withLock { $0.now = max($0.now, target) }
  }

  /// Lets tasks begin and consumers rest, and what they want happen: a few rounds deep.
  private func settleTasks() async {
    for _ in 0..<3 {
      await TaskBarrier.pass()
      moving.withLock { _ in settleAll() }
      await letConsumersRest()
    }
  }

  /// Waits for those who listen, a second of real time at most.
  private func letConsumersRest() async {
    guard !consumers.isAtRest else { return }
    if await !Awaited.once(atMost: .seconds(1), { done in consumers.whenAllRest(done) }) {
      consumers.forgetWorking()
    }
    moving.withLock { _ in settleAll() }
  }

  /// Moves time forward, and lets happen what is due on the way.
  ///
  /// Each action runs on its loop, in the order of the times, with ``now`` at exactly its time; of two for one time
  /// the one that was set first runs first. A timer that an action sets runs too if it falls within the way.
  /// Work that an action puts on its own loop is done before time goes on, and when this returns.
  ///
  /// Not to be called on a loop that has timers here, nor from an action: it waits for them. The statements of a main file
  /// count as asynchronous: there the compiler refuses it, since it would not wait for tasks. Move time in a function.
  @available(
    *, noasync,
    message: "Write 'await time.advance(by:)' in an asynchronous function; a main file needs one of its own."
  )
  public func advance(by duration: Duration) {
    let loops = table.withLock { $0.loops }
    precondition(!loops.contains { $0.isCurrent }, "an action cannot move time: it would wait for itself")
    moving.withLock { _ in
      let target = table.withLock { $0.now + max(duration, .zero) }
      settleAll()
      while fireNext(until: target) {
        while fireNext(until: target) {}
        // Another loop may have set a timer in answer to what happened.
        settleAll()
      }
      table.withLock { $0.now = target }
    }
  }

  /// Runs the next timer that is due; false if there is none.
  private func fireNext(until target: ContinuousClock.Instant) -> Bool {
    guard let due = table.withLock({ $0.moveToNext(until: target) }) else { return false }
    // Looked up again on its loop: what runs there just before may call it off.
    due.loop.sync { [table] in table.withLock { $0.remove(due.number) }?.action() }
    settle(due.loop)
    return true
  }

  private func settleAll() {
    for loop in table.withLock({ $0.loops }) { settle(loop) }
  }

  /// Waits until a loop has done what was put on it, and what that put behind it, some rounds deep, not for ever.
  private func settle(_ loop: EventLoop) {
    for _ in 0..<3 { loop.sync {} }
  }
}

/// One timer of a manual time.
private struct ManualTimer: TimerHandle {
  var number: Int
  var table: Guarded<TimerTable>

  func cancel() {
    // Release the user's closure here, outside the lock.
    _ = table.withLock { $0.remove(number) }
  }
}
