internal import GPSEventRuntime
internal import GPSBridge
internal import Glibc
import GPSSystemCalls

/// Lets tasks that were begun before come to their first wait.
///
/// Nobody can ask whether a task has had its first turn. But the threads that run tasks are as many as processors, and take
/// tasks in the order of their coming. So as many tasks are begun as there are threads, and each holds its thread until all
/// are there: then no thread is busy any more with what came before.
enum TaskBarrier {
  private struct State: Sendable {
    var present = 0
    var generation = 0
  }

  /// One for all, since all share the threads: two halves that hold them would wait for each other.
  private static let state = Guarded(State())
  private static let width = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  /// A thread that is held by others for longer is not waited for.
  private static let patience = Duration.milliseconds(20)

  /// Waits until the tasks of all threads have had a turn.
  static func pass() async {
    let isPassed = Guarded(false)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<width { group.addTask { meet(isPassed) } }
    }
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

  /// Waits until the main actor has done what was put on it before; not for ever, since it may be blocked.
  private static func passMain() async {
    await Awaited.once(atMost: .seconds(1)) { done in Task { @MainActor in done() } }
  }
}

/// Waits for a call, and for a real time at most.
enum Awaited {
  private static let loop = EventLoop(startsOnDemand: true)

  /// Hands over what is to be called, and returns when it was called, with true, or when the time is over.
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
