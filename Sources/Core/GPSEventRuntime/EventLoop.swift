internal import CGPSEventLoop
internal import GPSBase
internal import Glibc
package import GPSSystemCalls

// Unchecked but safe: only the loop's thread accesses `confined`, which each access checks. Other threads
// access only the inbox, which has a lock.

/// A thread that waits for descriptors and timers and runs their handlers one at a time.
///
/// Everything from the port to the consumers runs here in one call, without queues or other threads in
/// between. A program has a single loop unless it creates more, and need not be aware of it:
///
/// ```swift
/// let receiver = Receiver.shared(.auto)            // lives on EventLoop.shared, which starts when it is needed
/// Task(executorPreference: EventLoop.shared.tasks) {
///   for await fix in receiver.fixes.keeping(.newest(10)) { log(fix) }   // runs on the loop's thread: no switch
/// }
/// ```
///
/// An actor can run on a loop, too; it uses the loop as its executor:
///
/// ```swift
/// actor Log {
///   let loop = EventLoop.shared
///   nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
/// }
/// ```
///
/// Code on a loop must be quick, since everything else on the loop waits meanwhile. Run blocking work with
/// ``offload(_:then:)``:
///
/// ```swift
/// loop.async { file.synchronize() }                             // Wrong: receivers wait for the disk.
/// loop.offload({ file.synchronize() }, then: { tell(.saved) })  // Right.
/// ```
///
/// ``slowCalls`` reports what delayed the loop.
///
/// A loop lives as long as it runs or is referenced. When it is released, its pending work is discarded, and
/// tasks and actors with jobs on it wait forever.
@safe public final class EventLoop: SerialExecutor, @unchecked Sendable {
  /// The default loop of the program; its thread starts on first use.
  public static let shared = EventLoop(startsOnDemand: true)

  /// State that only the loop's thread accesses.
  private struct Confined {
    var watches = WatchTable()
    var timers = DeadlineHeap<LoopTimer>()
    var jobs = LoopJobQueue()
    var isOver = false
    /// Whether the thread that adopted the loop is running it in `run(until:_:)`.
    var isWaitedFor = false
    /// The loop itself, from adoption until it runs: the thread keeps an unowned pointer to it.
    var adopted: EventLoop?
    var tally = Tally()
    var times = CallTimes(.now)
  }

  /// The maximum number of jobs per turn; then descriptors and timers get their turn.
  private static let jobsOfTurn = 1000
  /// The maximum number of such batches that a stopped loop still runs.
  private static let turnsAtEnd = 10
  /// The maximum number of events that the kernel returns at once.
  private static let eventsOfTurn = 64
  /// The bell's value in place of a watch.
  private static let bellWord = UInt64.max

  private let epoll: CInt
  private let inbox: Inbox
  private var confined = Confined()
  private let slow = Guarded(SlowCalls())
  /// The executor for tasks that prefer this loop.
  ///
  /// Such a task runs on the loop's thread, as do the nonisolated functions that it calls, also after each
  /// `await`:
  ///
  /// ```swift
  /// Task(executorPreference: loop.tasks) {
  ///   for await fix in receiver.fixes.keeping(.newest(10)) { log(fix) }
  /// }
  /// ```
  ///
  /// Actors use the loop itself. A task should either prefer the loop or run in an actor, not both: if the
  /// two differ, each call is enqueued again.
  public let tasks: LoopTasks

  /// Creates a loop in addition to the shared one.
  ///
  /// Work is queued until the loop runs, by ``run()`` or ``start()``.
  public convenience init() { self.init(startsOnDemand: false) }

  /// - Parameter startsOnDemand: Whether the first use starts a thread; true for the shared loop only.
  package init(startsOnDemand: Bool) {
    epoll = gpsbridge_epoll_create()
    precondition(epoll >= 0, "no descriptor is left for an event loop (error \(Errno.last.rawValue))")
    inbox = Inbox(startsOnDemand: startsOnDemand)
    tasks = LoopTasks(inbox)
    let isHeard = gpsbridge_bell_watch(epoll, inbox.bell, Self.bellWord) == 0
    precondition(isHeard, "epoll can't watch the wake-up descriptor (error \(Errno.last.rawValue))")
  }

  deinit { try? Kernel.close(epoll) }

  /// Whether the current thread runs the loop.
  public var isCurrent: Bool {
    unsafe gpsbridge_current_loop() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// The loop of the current thread.
  static var current: EventLoop? {
    guard let loop = unsafe gpsbridge_current_loop() else { return nil }
    return unsafe Unmanaged<EventLoop>.fromOpaque(loop).takeUnretainedValue()
  }

  /// The loop's statistics; to be read on the loop only.
  package var tally: Tally {
    checkIsolated()
    return confined.tally
  }

  /// The calls that delayed the loop; may be read from any thread.
  public var slowCalls: SlowCalls { slow.withLock { $0 } }

  /// The number of pending timers; to be read on the loop only.
  var timerCount: Int { confined.timers.count }

  /// Runs a closure on the loop, later than this call; may be called from any thread.
  ///
  /// Closures from one thread run in order. A closure from the loop's own thread may run before one that
  /// another thread submitted just before.
  ///
  /// - Parameter body: A quick closure. It is released right after it ran.
  public func async(_ body: @escaping @Sendable () -> Void) { accept(.call(body)) }

  func accept(_ job: LoopJob) {
    // On the loop's own thread, this needs neither a lock nor a system call.
    if isCurrent { return confined.jobs.append(job) }
    if inbox.put(job) { startThread() }
  }

  /// Wakes the loop if a thread runs it.
  package func wake() { if inbox.isClaimed { async {} } }

  /// Whether no job waits and none runs; may be read from any thread.
  package var isIdle: Bool { inbox.isIdle }

  // MARK: - Running

  /// Starts a thread that runs the loop until ``stop()``.
  ///
  /// Does nothing if the loop is running. The loop stays alive until it is stopped.
  public func start() { if inbox.claim() { startThread() } }

  func startThread() { OwnThread.start { [self] in runHere() } }

  /// Declares, before the loop is first used, that this thread will call ``run()``.
  ///
  /// Call it first in a program whose main thread should run the loop of all receivers:
  ///
  /// ```swift
  /// EventLoop.shared.adopt()
  /// let receiver = Receiver.shared(.auto)      // Its loop does not start a thread any more.
  /// …
  /// EventLoop.shared.run()
  /// ```
  ///
  /// From then on, this thread counts as the loop's thread, and the loop stays alive at least until it has
  /// run. Nothing happens on the loop until ``run()`` is called.
  ///
  /// - Returns: False if another thread already runs the loop.
  @discardableResult public func adopt() -> Bool {
    if isCurrent { return true }
    precondition(Self.current == nil, "this thread belongs to another loop")
    guard inbox.claim() else { return false }
    unsafe gpsbridge_set_current_loop(Unmanaged.passUnretained(self).toOpaque())
    confined.adopted = self
    // These came before the jobs that this thread adds from now on.
    confined.jobs.append(contentsOf: inbox.takeAll())
    return true
  }

  /// Runs the loop on this thread until ``stop()``.
  ///
  /// Stops the program if the loop is running already, on this thread or another. Call it from a thread of
  /// your own or from `main.swift`, not from an asynchronous function, which would block a thread that other
  /// tasks need.
  public func run() {
    let isFree = isCurrent ? confined.adopted != nil : inbox.claim()
    precondition(isFree, "this loop is already running")
    runHere()
  }

  private func runHere() {
    // If called in a handler of another loop, this thread returns to that loop afterward.
    let other = unsafe isCurrent ? nil : gpsbridge_current_loop()
    unsafe gpsbridge_set_current_loop(Unmanaged.passUnretained(self).toOpaque())
    defer { unsafe gpsbridge_set_current_loop(other) }
    confined.adopted = nil
    confined.isOver = false
    while true {
      runJobs()
      if confined.isOver { return finish() }
      waitAndTell()
    }
  }

  /// Stops ``run()``; may be called from any thread.
  ///
  /// The loop first runs pending jobs and any that they add, up to ten thousand, since a task could yield
  /// forever. Watches, timers and later jobs wait for the next run; the shared loop runs again when
  /// it is next used. A loop that is not running yet ends its next run immediately.
  public func stop() { accept(.stop) }

  /// Runs pending jobs, and gives up the loop in the same step that finds no more.
  private func finish() {
    // An actor whose job never ran would wait forever.
    for _ in 0..<Self.turnsAtEnd {
      confined.jobs.append(contentsOf: inbox.takeAll())
      runJobs()
      // Don't touch the loop after this: another thread may run it.
      if confined.jobs.isEmpty, inbox.releaseIfEmpty() { return }
    }
    if inbox.release(isRest: !confined.jobs.isEmpty) { startThread() }
  }

  /// Runs an adopted loop on this thread until a condition holds or a deadline passes.
  ///
  /// A command waits for events of the loop this way, without waking another thread. Even if the deadline has
  /// passed, the loop handles pending events once.
  package func run(until deadline: ContinuousClock.Instant?, _ isEnough: () -> Bool) {
    precondition(mayRunHere, "a handler must not run the loop that has called it")
    let deadline = deadline.map(Moment.init)
    confined.isWaitedFor = true
    defer { confined.isWaitedFor = false }
    repeat {
      runJobs()
      if isEnough() { return }
      waitAndTell(until: deadline)
    } while !isEnough() && deadline.map { Moment(.now) < $0 } ?? true
  }

  /// Whether this thread has adopted the loop, and none of its handlers is running.
  var mayRunHere: Bool { isCurrent && confined.adopted != nil && !confined.isWaitedFor }

  /// Sleeps until there is work or until the deadline, then calls the handlers.
  private func waitAndTell(until deadline: Moment? = nil) {
    if confined.jobs.isEmpty { confined.jobs.append(contentsOf: inbox.takeAllOrSleep()) }
    let timeout = confined.jobs.isEmpty ? timeToSleep(until: deadline) : 0
    confined.tally.turns += 1
    unsafe withUnsafeTemporaryAllocation(of: gpsbridge_event.self, capacity: Self.eventsOfTurn) { events in
      guard let start = events.baseAddress else { return }
      let count = unsafe gpsbridge_epoll_wait(epoll, start, CInt(Self.eventsOfTurn), timeout)
      precondition(count >= 0 || Errno.last == .interrupted, "epoll fails (error \(Errno.last.rawValue))")
      // Jobs from other threads came before the ones that handlers are about to add.
      confined.jobs.append(contentsOf: inbox.takeAll())
      confined.times.begin(at: .now)
      for index in 0..<max(0, Int(count)) { unsafe tell(events[index]) }
      if !confined.timers.isEmpty { fireTimers() }
    }
  }

  private func tell(_ event: gpsbridge_event) {
    // The bell only wakes the loop.
    guard event.data != Self.bellWord else { return }
    // An earlier handler in this turn may have ended or changed the watch.
    guard let news = confined.watches.news(for: Watch(word: event.data), event.events) else { return }
    news.handler(news.readiness)
    ended(.descriptor(news.descriptor, name: news.name))
  }

  /// Measures the call that has just returned, with a single clock reading that also starts the next one.
  @discardableResult private func ended(_ origin: @autoclosure () -> SlowCall.Origin) -> Bool {
    guard let lasted = confined.times.end(at: .now) else { return false }
    let call = SlowCall(origin: origin(), lasted: lasted)
    slow.withLock { $0.note(call) }
    return true
  }

  private func fireTimers() {
    let now = confined.times.now
    // Timers set by these actions wait for the next turn, so that descriptors get their turn.
    let last = confined.timers.lastNumber
    while let timer = confined.timers.takeNext(by: now, upTo: last) {
      timer.fire()
      ended(.timer)
    }
  }

  private func runJobs() {
    guard !confined.jobs.isEmpty else { return }
    confined.times.begin(at: .now)
    // The number of jobs since the last measurement.
    var untimed = 0
    for _ in 0..<Self.jobsOfTurn {
      guard let job = confined.jobs.popFirst() else { break }
      confined.tally.jobs += 1
      let origin = job.origin
      perform(job)
      untimed += 1
      if untimed == 1, confined.times.looksAtNext() || confined.jobs.isEmpty {
        ended(origin)
        untimed = 0
      }
    }
    if untimed > 0, ended(.oneOf(untimed)) { confined.times.lookCloser() }
  }

  private func perform(_ job: LoopJob) {
    switch job {
    case .call(let body): body()
    case .actorJob(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    case .taskJob(let job): unsafe job.runSynchronously(on: tasks.asUnownedTaskExecutor())
    case .begin(let timer): begin(timer)
    case .remove(let number): confined.timers.remove(number)
    case .stop: confined.isOver = true
    }
  }

  /// The sleep time in nanoseconds; negative for no limit.
  private func timeToSleep(until deadline: Moment?) -> Int64 {
    guard let due = Moment.earliest(confined.timers.nextDue, deadline) else { return -1 }
    let (seconds, attoseconds) = max(Moment(.now).duration(to: due), .zero).components
    // If the wait is longer, the loop wakes once a day.
    return min(seconds, 86_400) * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }

  // MARK: - Descriptors

  /// Calls a handler whenever a descriptor is ready; call it on the loop only.
  ///
  /// The handler is called in every turn in which the descriptor is ready. A hang-up repeats forever, so end
  /// the watch then. A descriptor can have one watch; to watch for something else, change it. The name
  /// identifies the handler in reports of slow calls.
  ///
  /// The handler need not be sendable: the loop's thread passes it in, calls it and releases it.
  ///
  /// - Throws: The kernel's error; files on disk can't be watched, and need not be.
  package func watch(
    _ descriptor: CInt, for readiness: Readiness, named name: String = "",
    _ handler: @escaping (Readiness) -> Void
  ) throws(Errno) -> Watch {
    checkIsolated()
    let watch = confined.watches.add(descriptor, for: readiness, named: name, handler)
    do throws(Errno) {
      _ = try Kernel.call { gpsbridge_epoll_add(epoll, descriptor, readiness.rawValue, watch.word) }
    } catch {
      _ = confined.watches.remove(watch)
      throw error
    }
    return watch
  }

  /// Changes the readiness that a descriptor is watched for; does nothing if the watch has ended.
  ///
  /// With an empty readiness, only hang-ups are reported. The change also applies to events that were already
  /// returned in this turn.
  package func change(_ watch: Watch, to readiness: Readiness) throws(Errno) {
    checkIsolated()
    guard let descriptor = confined.watches.descriptor(of: watch) else { return }
    _ = try Kernel.call { gpsbridge_epoll_change(epoll, descriptor, readiness.rawValue, watch.word) }
    confined.watches.change(watch, to: readiness)
  }

  /// Ends a watch: its handler is not called again, even for events already returned in this turn.
  ///
  /// End the watch before closing the descriptor. After the close, its number may belong to another file,
  /// whose watch would end instead; and if a child process has a copy, the kernel reports events forever and
  /// they can't be stopped.
  package func end(_ watch: Watch) {
    checkIsolated()
    // Release the handler after the call, since its deinit may run other code.
    guard let removed = confined.watches.remove(watch) else { return }
    // The call fails if the descriptor was closed too early.
    _ = try? Kernel.call { gpsbridge_epoll_remove(epoll, removed.descriptor) }
  }

  // MARK: - Time

  /// Adds a timer to the queue; call it on the loop only.
  func begin(_ timer: LoopTimer) { timer.begin { confined.timers.add(timer, due: timer.due) } }

  /// Moves a queued timer; returns false if it is no longer queued.
  func move(timer number: Int, to due: ContinuousClock.Instant) -> Bool {
    confined.timers.move(number, to: due)
  }

  func remove(timer number: Int) {
    if isCurrent { confined.timers.remove(number) } else { accept(.remove(number)) }
  }
}
