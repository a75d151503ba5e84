internal import CGPSEventLoop
internal import GPSEventRuntime
internal import GPSBridge
internal import Glibc
import GPSSystemCalls

/// Waits until tasks created earlier have run to their first suspension point.
///
/// Swift cannot report whether a task has run. But threads take tasks in order of creation: when our task runs,
/// threads have taken all earlier ones. Until such a task suspends, its thread runs or waits for a processor. So we
/// wait until all other threads of the process sleep.
enum TaskBarrier {
  private struct State: Sendable {
    var waiting: Set<CInt> = []
    /// Threads that did not sleep in time, and have not slept since.
    var busy: Set<CInt> = []
  }

  private static let state = Guarded(State())
  /// We do not wait longer for a thread that is busy with something else.
  private static let patience = Duration.milliseconds(20)

  /// Waits until the tasks of all threads have run.
  static func pass() async {
    await withTaskGroup(of: Void.self) { group in group.addTask { waitForThreads() } }
    await passMain()
  }

  private static func waitForThreads() {
    let own = gpsbridge_thread()
    state.withLock { _ = $0.waiting.insert(own) }
    defer { state.withLock { _ = $0.waiting.remove(own) } }
    let end = ContinuousClock.now + patience
    while true {
      let running = runningThreads()
      let awaited = state.withLock { state in
        state.busy.formIntersection(running)
        return running.subtracting(state.waiting).subtracting(state.busy)
      }
      guard !awaited.isEmpty else { return }
      guard ContinuousClock.now < end else { return state.withLock { $0.busy.formUnion(awaited) } }
      sched_yield()
    }
  }

  private static func runningThreads() -> Set<CInt> {
    unsafe withUnsafeTemporaryAllocation(of: CInt.self, capacity: 64) { numbers in
      let count = unsafe gpsbridge_running_threads(numbers.baseAddress, CInt(numbers.count))
      return unsafe Set(numbers[..<Int(count)])
    }
  }

  /// Waits until the main actor has done its earlier work, up to a limit, since it may be blocked.
  private static func passMain() async {
    await Awaited.once(atMost: .seconds(1)) { done in Task { @MainActor in done() } }
  }
}

/// Waits for a callback, with a limit in real time.
enum Awaited {
  private static let loop = EventLoop(startsOnDemand: true)

  /// Passes the callback to `begin`; returns true when it was called, or false after the limit.
  @discardableResult static func once(
    atMost limit: Duration, _ begin: (@escaping @Sendable () -> Void) -> Void
  ) async -> Bool {
    let waiter = Guarded<CheckedContinuation<Bool, Never>?>(nil)
    @Sendable func resume(_ isDone: Bool) {
      let continuation = waiter.withLock { waiter in
        defer { waiter = nil }
        return waiter
      }
      continuation?.resume(returning: isDone)
    }
    let timer = Guarded<(any TimerHandle)?>(nil)
    let isDone = await withCheckedContinuation { continuation in
      waiter.withLock { $0 = continuation }
      timer.withLock { $0 = SystemTime().after(limit, on: loop) { resume(false) } }
      begin { resume(true) }
    }
    timer.withLock { $0 }?.cancel()
    return isDone
  }
}
