internal import CGPSEventLoop
internal import GPSEventRuntime
internal import GPSBridge
internal import Glibc
import GPSSystemCalls

/// Waits until tasks created earlier have run to their first suspension point.
///
/// Swift cannot report whether a task has had its first turn. But there are as many threads for tasks as
/// processors that the process may use, and they run tasks in order of creation. So we create as many tasks as
/// there are threads, and each blocks its thread until all are present; by then, no thread is busy with earlier
/// work.
enum TaskBarrier {
  private struct State: Sendable {
    var present = 0
    var generation = 0
  }

  /// One barrier for all callers, since they share the threads: two that each held half would deadlock.
  private static let state = Guarded(State())
  private static let width = max(1, Int(gpsbridge_usable_processors()))
  /// We do not wait longer for a thread that is blocked elsewhere.
  private static let patience = Duration.milliseconds(20)

  /// Waits until the tasks of all threads have had a turn.
  static func pass() async {
    let isPassed = Guarded(false)
    await withTaskGroup(of: Void.self) { group in for _ in 0..<width { group.addTask { meet(isPassed) } } }
    await passMain()
  }

  private static func meet(_ isPassed: Guarded<Bool>) {
    guard !isPassed.withLock({ $0 }) else { return }
    let generation = state.withLock { state in
      defer {
        state.present += 1
        if state.present == width {
          state.present = 0
          state.generation += 1
        }
      }
      return state.generation
    }
    let end = ContinuousClock.now + patience
    while state.withLock({ $0.generation == generation }) {
      if ContinuousClock.now >= end {
        state.withLock { if $0.generation == generation { $0.present -= 1 } }
        break
      }
      sched_yield()
    }
    isPassed.withLock { $0 = true }
  }

  /// Waits until the main actor has done its earlier work, with a limit, since it may be blocked.
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
