internal import GPSEventRuntime
import GPSSystemCalls

/// Blocking work done on a helper thread one job at a time, so that a file has only one writer.
///
/// ```swift
/// let memory = OrderedWork()
/// memory.add { remember(port) }       // returns at once; a receiver goes on meanwhile
/// …
/// memory.finish()                     // all of it is done
/// ```
package final class OrderedWork: Sendable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    /// Whether a thread is running the queued jobs.
    var isAtWork = false
  }

  private let state = Guarded(State())

  package init() {}

  /// Adds a job after all others, from any thread; never waits.
  package func add(_ work: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(work)
      return state.waiting.count == 1 && !state.isAtWork
    }
    if isFirst { EventLoop.offload { [self] in workOff() } }
  }

  /// Waits until all jobs are done, while the command's loop continues.
  ///
  /// Jobs not begun by a helper thread run here: helpers are few, and drivers that hang may occupy all.
  package func finish() {
    guard state.withLock({ $0.isAtWork || !$0.waiting.isEmpty }) else { return }
    let done = EventQueue<Void>(limit: 1)
    add { done.put(()) }
    workOff()
    _ = done.take()
  }

  /// Runs the queued jobs, unless another thread does.
  private func workOff() {
    let isMine = state.withLock { state in
      defer { state.isAtWork = true }
      return !state.isAtWork
    }
    guard isMine else { return }
    while let work = takeNext() { work() }
  }

  /// The next job; without one, marks the work as idle in the same step.
  private func takeNext() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isAtWork = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
