internal import GPSEventRuntime
import GPSSystemCalls

/// Work that blocks, done on a helper thread one piece behind the other: so a file has one writer at a time.
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
    /// Whether a thread takes what waits.
    var isAtWork = false
  }

  private let state = Guarded(State())

  package init() {}

  /// Does a piece of work behind all others; from any thread, and never waits.
  package func add(_ work: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(work)
      return state.waiting.count == 1 && !state.isAtWork
    }
    if isFirst { EventLoop.offload { [self] in workOff() } }
  }

  /// Waits until all that was added is done; a command's loop goes on meanwhile.
  ///
  /// What no helper thread has begun is done here: they are few, and drivers that hang may hold them all.
  package func finish() {
    guard state.withLock({ $0.isAtWork || !$0.waiting.isEmpty }) else { return }
    let done = EventQueue<Void>(limit: 1)
    add { done.put(()) }
    workOff()
    _ = done.take()
  }

  /// Does what waits, unless another thread is at it.
  private func workOff() {
    let isMine = state.withLock { state in
      defer { state.isAtWork = true }
      return !state.isAtWork
    }
    guard isMine else { return }
    while let work = takeNext() { work() }
  }

  /// The next piece; with none left, the work is over in the same step.
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
