internal import CEventLoop
internal import Glibc
package import SystemCalls

// Unchecked, and right: `confined` is touched on the loop's thread only, which each access checks; all that other threads may
// touch is the inbox, behind its lock.

/// One thread that waits for descriptors and moments, and does in turn what they bring: a receiver lives on it.
///
/// Everything from the port to the consumers that are told runs here, in one call: no lock, no queue and no other thread
/// stands between. A program has one loop unless it makes more, and need not know of it:
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
/// ``offload(_:then:)``.
@safe public final class EventLoop: SerialExecutor, @unchecked Sendable {
  /// The loop of this program; its thread starts when something is first asked of it.
  public static let shared = EventLoop(startsOnDemand: true)

  /// State that only the loop's thread touches.
  private struct Confined {
    var watches = WatchTable()
    var timers = DeadlineHeap<LoopTimer>()
    var errands = ErrandQueue()
    var isOver = false
  }

  /// The most errands of one turn: then descriptors and timers have theirs.
  private static let errandsOfTurn = 1000
  /// The most events that the kernel tells at once.
  private static let eventsOfTurn = 64
  /// Stands in the place of a watch for the bell.
  private static let bellWord = UInt64.max

  private let epoll: CInt
  private let bell: CInt
  private let inbox: Inbox
  private var confined = Confined()
  /// The executor of tasks that prefer this loop: `Task(executorPreference: loop.tasks)`.
  ///
  /// Actors name the loop itself. A task prefers the loop or lives in an actor, not both: where the two differ, each call is
  /// handed over anew.
  public let tasks = LoopTasks()

  /// Makes a loop that waits to be run, by ``run()`` or ``start()``.
  public convenience init() { self.init(startsOnDemand: false) }

  private init(startsOnDemand: Bool) {
    epoll = gpsbridge_epoll_create()
    bell = gpsbridge_bell_create()
    precondition(epoll >= 0 && bell >= 0, "no descriptor is left for a loop (error \(Errno.last.rawValue))")
    let isHeard =
      gpsbridge_epoll_add(epoll, bell, Readiness.readable.rawValue, Self.bellWord) == 0
    precondition(isHeard, "the kernel does not watch a bell (error \(Errno.last.rawValue))")
    inbox = Inbox(startsOnDemand: startsOnDemand)
    tasks.loop = self
  }

  deinit {
    try? Kernel.close(epoll)
    try? Kernel.close(bell)
  }

  /// Whether the loop runs on this thread.
  public var isCurrent: Bool {
    unsafe gpsbridge_current_loop() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Runs a closure on the loop, behind all that was handed over before; from any thread.
  public func async(_ body: @escaping @Sendable () -> Void) { accept(.call(body)) }

  func accept(_ errand: Errand) {
    // From its own thread an errand costs neither a lock nor a system call.
    if isCurrent { return confined.errands.append(errand) }
    switch inbox.put(errand) {
    case .none: break
    case .ringBell: ring()
    case .startThread: startThread()
    }
  }

  private func ring() {
    let one: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
    // The only error is a counter that is full, and then the bell rings.
    _ = try? Kernel.write(bell, one.span)
  }
}

// MARK: - Running

extension EventLoop {
  /// Starts a thread that runs the loop until ``stop()``.
  ///
  /// It does nothing if the loop is run already.
  public func start() { if inbox.claim() { startThread() } }

  private func startThread() { OwnThread.start { [self] in runHere() } }

  /// Says that this thread will call ``run()``, before anything is asked of the loop.
  ///
  /// A program whose main thread is to be the loop of all receivers calls `EventLoop.shared.adopt()` first of all. From then
  /// on this thread counts as the loop's.
  ///
  /// - Returns: False if a thread runs the loop already.
  @discardableResult public func adopt() -> Bool {
    guard inbox.claim() else { return false }
    unsafe gpsbridge_set_current_loop(Unmanaged.passUnretained(self).toOpaque())
    return true
  }

  /// Runs the loop on this thread, until ``stop()``.
  ///
  /// No other thread may run it.
  public func run() {
    let isFree = isCurrent || inbox.claim()
    precondition(isFree, "another thread runs this loop")
    runHere()
  }

  private func runHere() {
    unsafe gpsbridge_set_current_loop(Unmanaged.passUnretained(self).toOpaque())
    defer { gpsbridge_set_current_loop(nil) }
    confined.isOver = false
    while !confined.isOver { turn() }
    // An actor whose job was never run would wait for ever.
    finishErrands()
    inbox.release()
  }

  /// Ends ``run()`` after the present turn; from any thread.
  ///
  /// Errands that wait are done before that. Later ones wait until the loop is run again.
  public func stop() { async { [self] in confined.isOver = true } }

  private func turn() {
    runErrands()
    if confined.errands.isEmpty { confined.errands.append(contentsOf: inbox.takeAllOrSleep()) }
    let timeout = confined.errands.isEmpty ? timeToNextTimer : 0
    unsafe withUnsafeTemporaryAllocation(of: gpsbridge_event.self, capacity: Self.eventsOfTurn) { events in
      guard let start = events.baseAddress else { return }
      let count = unsafe gpsbridge_epoll_wait(epoll, start, CInt(Self.eventsOfTurn), timeout)
      precondition(count >= 0 || Errno.last == .interrupted, "epoll fails (error \(Errno.last.rawValue))")
      let errands = inbox.takeAll()
      for index in 0..<max(0, Int(count)) { unsafe take(events[index]) }
      if confined.timers.count > 0 { fireTimers() }
      confined.errands.append(contentsOf: errands)
    }
  }

  private func take(_ event: gpsbridge_event) {
    guard event.data != Self.bellWord else {
      var count = [UInt8](repeating: 0, count: 8)
      _ = try? Kernel.read(bell, into: &count)
      return
    }
    // An earlier handler of this turn may have ended the watch.
    confined.watches.handler(of: Watch(word: event.data))?(Readiness(rawValue: event.events))
  }

  private func fireTimers() {
    let now = ContinuousClock.now
    // Timers that are set meanwhile have to wait for the next turn, so that descriptors have theirs.
    let last = confined.timers.lastNumber
    while let timer = confined.timers.takeNext(by: now, upTo: last) { timer.fire() }
  }

  private func runErrands() {
    for _ in 0..<Self.errandsOfTurn {
      guard let errand = confined.errands.popFirst() else { return }
      perform(errand)
    }
  }

  private func finishErrands() {
    repeat {
      confined.errands.append(contentsOf: inbox.takeAll())
      runErrands()
    } while !confined.errands.isEmpty
  }

  private func perform(_ errand: Errand) {
    switch errand {
    case .call(let body): body()
    case .actorJob(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    case .taskJob(let job): unsafe job.runSynchronously(on: tasks.asUnownedTaskExecutor())
    }
  }

  /// Nanoseconds; below zero for ever.
  private var timeToNextTimer: Int64 {
    guard let next = confined.timers.next else { return -1 }
    let (seconds, attoseconds) = max(ContinuousClock.now.duration(to: next.due), .zero).components
    // A longer wait looks again.
    return min(seconds, 86_400) * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }
}

// MARK: - Descriptors

extension EventLoop {
  /// Calls a handler whenever a descriptor is ready; on the loop only.
  ///
  /// - Throws: The kernel's error: a file on a disk cannot be watched, and needs no watching.
  package func watch(
    _ descriptor: CInt, for readiness: Readiness, _ handler: @escaping @Sendable (Readiness) -> Void
  ) throws(Errno) -> Watch {
    checkIsolated()
    let watch = confined.watches.add(descriptor, handler)
    do throws(Errno) {
      _ = try Kernel.call { gpsbridge_epoll_add(epoll, descriptor, readiness.rawValue, watch.word) }
    } catch {
      _ = confined.watches.remove(watch)
      throw error
    }
    return watch
  }

  /// Changes what a descriptor is watched for; nothing if the watch has ended.
  package func change(_ watch: Watch, to readiness: Readiness) throws(Errno) {
    checkIsolated()
    guard let descriptor = confined.watches.descriptor(of: watch) else { return }
    _ = try Kernel.call { gpsbridge_epoll_change(epoll, descriptor, readiness.rawValue, watch.word) }
  }

  /// Ends a watch: its handler is not called any more, also for what was seen in this turn.
  ///
  /// End it before the descriptor is closed: its number may be another file's by then.
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
  /// Runs an action once on the loop, when some time has passed; from any thread.
  ///
  /// - Returns: A handle that calls it off. Dropping the handle calls nothing off.
  @discardableResult public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> LoopTimer {
    let timer = LoopTimer(self, action)
    // A century: beyond that the sum with now would overflow.
    let due = ContinuousClock.now + min(max(delay, .zero), .seconds(3_155_760_000))
    if isCurrent { add(timer, due) } else { async { [self] in add(timer, due) } }
    return timer
  }

  private func add(_ timer: LoopTimer, _ due: ContinuousClock.Instant) {
    timer.begin { confined.timers.add(timer, due: due) }
  }

  func remove(timer number: Int) {
    if isCurrent {
      confined.timers.remove(number)
    } else {
      async { [self] in confined.timers.remove(number) }
    }
  }
}
