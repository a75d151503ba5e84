internal import CGPSEventLoop
internal import Glibc
package import GPSSystemCalls

// Unchecked, and right: `confined` is touched on the loop's thread only, which each access checks; all that other
// threads may touch is the inbox, behind its lock.

/// One thread that waits for descriptors and moments, and does in turn what they bring: a receiver lives on it.
///
/// Everything from the port to the consumers that are told runs here, in one call: no queue and no other thread stands
/// between. A program has one loop unless it makes more, and need not know of it:
///
/// ```swift
/// let receiver = Receiver.shared(.auto)            // lives on EventLoop.shared, which starts when it is needed
/// Task(executorPreference: EventLoop.shared.tasks) {
///   for await fix in receiver.fixes.values(.newest(10)) { log(fix) }   // runs on the loop's thread: no switch
/// }
/// ```
///
/// An actor may live on a loop, too; it names the loop as its executor:
///
/// ```swift
/// actor Log {
///   let loop = EventLoop.shared
///   nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
/// }
/// ```
///
/// Whatever runs on a loop must be quick: everything else on it waits meanwhile. Work that blocks goes through
/// ``offload(_:then:)``:
///
/// ```swift
/// loop.async { file.synchronize() }                             // Wrong: receivers wait for the disk.
/// loop.offload({ file.synchronize() }, then: { tell(.saved) })  // Right.
/// ```
///
/// ``slowCalls`` says what has held it up.
///
/// A loop lives as long as it runs, or somebody keeps it. One that has gone does nothing of what still waits in it,
/// and tasks and actors whose parts wait there wait for ever.
@safe public final class EventLoop: SerialExecutor, @unchecked Sendable {
  /// The loop of this program; its thread starts when something is first asked of it.
  public static let shared = EventLoop(startsOnDemand: true)

  /// State that only the loop's thread touches.
  private struct Confined {
    var watches = WatchTable()
    var timers = DeadlineHeap<LoopTimer>()
    var errands = ErrandQueue()
    var isOver = false
    /// Whether the thread that has adopted the loop runs it now, to wait for something.
    var isWaitedFor = false
    /// The loop itself, from when its thread has adopted it until that runs it: the thread must not point to one that
    /// has gone.
    var adopted: EventLoop?
    var tally = Tally()
    var times = CallTimes(.now)
  }

  /// The most errands of one turn: then descriptors and timers have theirs.
  private static let errandsOfTurn = 1000
  /// The most times so many errands that a loop that was stopped still does.
  private static let turnsAtEnd = 10
  /// The most events that the kernel tells at once.
  private static let eventsOfTurn = 64
  /// Stands in the place of a watch for the bell.
  private static let bellWord = UInt64.max

  private let epoll: CInt
  private let inbox: Inbox
  private var confined = Confined()
  private let slow = Guarded(SlowCalls())
  /// The executor of tasks that prefer this loop.
  ///
  /// A task that prefers it runs on the loop's thread, and so do the nonisolated functions that it calls, also behind
  /// each `await`:
  ///
  /// ```swift
  /// Task(executorPreference: loop.tasks) {
  ///   for await fix in receiver.fixes.values(.newest(10)) { log(fix) }
  /// }
  /// ```
  ///
  /// Actors name the loop itself. A task prefers the loop or lives in an actor, not both: where the two differ, each
  /// call is handed over anew.
  public let tasks: LoopTasks

  /// Makes a loop beside the shared one.
  ///
  /// It waits to be run, by ``run()`` or ``start()``; until then all that is asked of it waits.
  public convenience init() { self.init(startsOnDemand: false) }

  /// - Parameter startsOnDemand: Whether the first question starts a thread; for the shared loop.
  package init(startsOnDemand: Bool) {
    epoll = gpsbridge_epoll_create()
    precondition(epoll >= 0, "no descriptor is left for a loop (error \(Errno.last.rawValue))")
    inbox = Inbox(startsOnDemand: startsOnDemand)
    tasks = LoopTasks(inbox)
    let isHeard = gpsbridge_bell_watch(epoll, inbox.bell, Self.bellWord) == 0
    precondition(isHeard, "the kernel does not watch a bell (error \(Errno.last.rawValue))")
  }

  deinit { try? Kernel.close(epoll) }

  /// Whether the loop runs on this thread.
  public var isCurrent: Bool {
    unsafe gpsbridge_current_loop() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// The loop that runs on this thread.
  static var current: EventLoop? {
    guard let loop = unsafe gpsbridge_current_loop() else { return nil }
    return unsafe Unmanaged<EventLoop>.fromOpaque(loop).takeUnretainedValue()
  }

  /// What the loop has done so far; to be asked on the loop.
  package var tally: Tally {
    checkIsolated()
    return confined.tally
  }

  /// The calls that held the loop up; from any thread.
  public var slowCalls: SlowCalls { slow.withLock { $0 } }

  /// How many timers wait; to be asked on the loop.
  var timerCount: Int { confined.timers.count }

  /// Runs a closure on the loop; from any thread, and never at once.
  ///
  /// Of two closures that one thread hands over, the first one runs first. One that the loop's own thread hands over
  /// may come before one that another thread has handed over just before.
  ///
  /// - Parameter body: A closure that is quick. It is let go as soon as it has run.
  public func async(_ body: @escaping @Sendable () -> Void) { accept(.call(body)) }

  func accept(_ errand: Errand) {
    // From its own thread an errand costs neither a lock nor a system call.
    if isCurrent { return confined.errands.append(errand) }
    if inbox.put(errand) { startThread() }
  }

  /// Ends a sleep of the loop, if a thread runs it.
  package func wake() { if inbox.isClaimed { async {} } }
}

// MARK: - Running

extension EventLoop {
  /// Starts a thread that runs the loop until ``stop()``.
  ///
  /// It does nothing if the loop is run already. The loop lives until it is stopped.
  public func start() { if inbox.claim() { startThread() } }

  func startThread() { OwnThread.start { [self] in runHere() } }

  /// Says that this thread will call ``run()``, before anything is asked of the loop.
  ///
  /// A program whose main thread is to be the loop of all receivers begins so:
  ///
  /// ```swift
  /// EventLoop.shared.adopt()
  /// let receiver = Receiver.shared(.auto)      // Its loop does not start a thread any more.
  /// …
  /// EventLoop.shared.run()
  /// ```
  ///
  /// From then on this thread counts as the loop's, and the loop lives at least until it was run. Without ``run()``
  /// nothing happens on it.
  ///
  /// - Returns: False if another thread runs the loop already.
  @discardableResult public func adopt() -> Bool {
    if isCurrent { return true }
    precondition(Self.current == nil, "this thread is another loop's")
    guard inbox.claim() else { return false }
    unsafe gpsbridge_set_current_loop(Unmanaged.passUnretained(self).toOpaque())
    confined.adopted = self
    // They were before those that this thread adds from now on.
    confined.errands.append(contentsOf: inbox.takeAll())
    return true
  }

  /// Runs the loop on this thread, until ``stop()``.
  ///
  /// It stops the program if the loop runs already, on this thread or on another one. Call it from a thread of your
  /// own or from `main.swift`, not from an asynchronous function: that would hold a thread which other tasks need.
  public func run() {
    let isFree = isCurrent ? confined.adopted != nil : inbox.claim()
    precondition(isFree, "this loop runs already")
    runHere()
  }

  private func runHere() {
    // Within a handler of another loop this thread is that one's again later.
    let other = unsafe isCurrent ? nil : gpsbridge_current_loop()
    unsafe gpsbridge_set_current_loop(Unmanaged.passUnretained(self).toOpaque())
    defer { unsafe gpsbridge_set_current_loop(other) }
    confined.adopted = nil
    confined.isOver = false
    while true {
      runErrands()
      if confined.isOver { return finish() }
      waitAndTell()
    }
  }

  /// Ends ``run()``; from any thread.
  ///
  /// Before that the loop does what waits, and what that brings: ten thousand errands at most, since a task might
  /// yield for ever. Watches, timers and later errands wait until the loop is run again; the shared loop runs again
  /// when something is asked of it. A loop that does not run yet ends its next run at once.
  public func stop() { accept(.stop) }

  /// Does what waits, and gives the loop free in the same step in which it finds nothing more.
  private func finish() {
    // An actor whose job was never run would wait for ever.
    for _ in 0..<Self.turnsAtEnd {
      confined.errands.append(contentsOf: inbox.takeAll())
      runErrands()
      // From then on another thread may run the loop: nothing of it may be touched.
      if confined.errands.isEmpty, inbox.releaseIfEmpty() { return }
    }
    if inbox.release(isRest: !confined.errands.isEmpty) { startThread() }
  }

  /// Runs an adopted loop on this thread until there is enough, or until a moment.
  ///
  /// So a command waits for what the loop brings, and no other thread has to be woken. Even if the moment is over, the loop
  /// looks once at what is there.
  package func run(until deadline: ContinuousClock.Instant?, _ isEnough: () -> Bool) {
    precondition(mayRunHere, "a handler must not run the loop that has called it")
    confined.isWaitedFor = true
    defer { confined.isWaitedFor = false }
    repeat {
      runErrands()
      if isEnough() { return }
      waitAndTell(until: deadline)
    } while !isEnough() && deadline.map { ContinuousClock.now < $0 } ?? true
  }

  /// Whether this thread has adopted the loop, and no handler of it runs.
  package var mayRunHere: Bool { isCurrent && confined.adopted != nil && !confined.isWaitedFor }

  /// Sleeps until there is something to do, or until a moment, then calls whom it concerns.
  private func waitAndTell(until deadline: ContinuousClock.Instant? = nil) {
    if confined.errands.isEmpty { confined.errands.append(contentsOf: inbox.takeAllOrSleep()) }
    let timeout = confined.errands.isEmpty ? timeToSleep(until: deadline) : 0
    confined.tally.turns += 1
    unsafe withUnsafeTemporaryAllocation(of: gpsbridge_event.self, capacity: Self.eventsOfTurn) { events in
      guard let start = events.baseAddress else { return }
      let count = unsafe gpsbridge_epoll_wait(epoll, start, CInt(Self.eventsOfTurn), timeout)
      precondition(count >= 0 || Errno.last == .interrupted, "epoll fails (error \(Errno.last.rawValue))")
      // Those of others were handed over before the ones that handlers bring now.
      confined.errands.append(contentsOf: inbox.takeAll())
      confined.times.begin(at: .now)
      for index in 0..<max(0, Int(count)) { unsafe tell(events[index]) }
      if !confined.timers.isEmpty { fireTimers() }
    }
  }

  private func tell(_ event: gpsbridge_event) {
    // The bell has woken the loop, and that is all.
    guard event.data != Self.bellWord else { return }
    // An earlier handler of this turn may have ended or changed the watch.
    guard let news = confined.watches.news(for: Watch(word: event.data), event.events) else { return }
    news.handler(news.readiness)
    ended(.descriptor(news.descriptor, name: news.name))
  }

  /// Times the call that has just ended: each clock is read where one was read before, or once more in a wait.
  @discardableResult private func ended(_ origin: @autoclosure () -> SlowCall.Origin) -> Bool {
    guard let lasted = confined.times.end(at: .now) else { return false }
    let call = SlowCall(origin: origin(), lasted: lasted)
    slow.withLock { $0.note(call) }
    return true
  }

  private func fireTimers() {
    let now = confined.times.now
    // Timers that are set meanwhile have to wait for the next turn, so that descriptors have theirs.
    let last = confined.timers.lastNumber
    while let timer = confined.timers.takeNext(by: now, upTo: last) {
      timer.fire()
      ended(.timer)
    }
  }

  private func runErrands() {
    guard !confined.errands.isEmpty else { return }
    confined.times.begin(at: .now)
    // Those that were not timed yet.
    var untimed = 0
    for _ in 0..<Self.errandsOfTurn {
      guard let errand = confined.errands.popFirst() else { break }
      confined.tally.errands += 1
      let origin = errand.origin
      perform(errand)
      untimed += 1
      if untimed == 1, confined.times.looksAtNext() || confined.errands.isEmpty {
        ended(origin)
        untimed = 0
      }
    }
    if untimed > 0, ended(.oneOf(untimed)) { confined.times.lookCloser() }
  }

  private func perform(_ errand: Errand) {
    switch errand {
    case .call(let body): body()
    case .actorJob(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    case .taskJob(let job): unsafe job.runSynchronously(on: tasks.asUnownedTaskExecutor())
    case .begin(let timer): begin(timer)
    case .remove(let number): confined.timers.remove(number)
    case .stop: confined.isOver = true
    }
  }

  /// Nanoseconds; below zero for ever.
  private func timeToSleep(until deadline: ContinuousClock.Instant?) -> Int64 {
    let timer = confined.timers.next?.due
    guard let due = [timer, deadline].compactMap(\.self).min() else { return -1 }
    let (seconds, attoseconds) = max(ContinuousClock.now.duration(to: due), .zero).components
    // A longer wait looks again.
    return min(seconds, 86_400) * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }
}

// MARK: - Descriptors

extension EventLoop {
  /// Calls a handler whenever a descriptor is ready; on the loop only.
  ///
  /// It is called again in each turn in which the descriptor is still ready. A hang-up is told for ever: end the
  /// watch then. A descriptor is watched once; change what it is watched for instead. The name is the one by which a
  /// slow handler is told.
  ///
  /// - Throws: The kernel's error: a file on a disk cannot be watched, and needs no watching.
  package func watch(
    _ descriptor: CInt, for readiness: Readiness, named name: String = "",
    _ handler: @escaping @Sendable (Readiness) -> Void
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

  /// Changes what a descriptor is watched for; nothing if the watch has ended.
  ///
  /// With nothing to watch for, only a hang-up is told. What the handler no longer asks for it is not told, also if
  /// it was seen in this turn.
  package func change(_ watch: Watch, to readiness: Readiness) throws(Errno) {
    checkIsolated()
    guard let descriptor = confined.watches.descriptor(of: watch) else { return }
    _ = try Kernel.call { gpsbridge_epoll_change(epoll, descriptor, readiness.rawValue, watch.word) }
    confined.watches.change(watch, to: readiness)
  }

  /// Ends a watch: its handler is not called any more, also for what was seen in this turn.
  ///
  /// End it before the descriptor is closed. Behind that its number may be another file's, whose watch would end; and
  /// if a child process has a copy of it, the kernel tells of it for ever, and nobody can end that.
  package func end(_ watch: Watch) {
    checkIsolated()
    // The handler dies behind the call, for its end may run code of others.
    guard let removed = confined.watches.remove(watch) else { return }
    // The kernel has forgotten a descriptor that was closed too early.
    _ = try? Kernel.call { gpsbridge_epoll_remove(epoll, removed.descriptor) }
  }
}

// MARK: - Time

extension EventLoop {
  /// Puts a timer among those that wait; on the loop only.
  func begin(_ timer: LoopTimer) {
    timer.begin { confined.timers.add(timer, due: timer.due) }
  }

  func remove(timer number: Int) {
    if isCurrent {
      confined.timers.remove(number)
    } else {
      accept(.remove(number))
    }
  }
}
