import Locking

/// An action that waits for its moment on a loop.
public final class LoopTimer: Sendable {
  private struct State: Sendable {
    var action: (@Sendable () -> Void)?
    /// Its number among the timers of the loop, while it waits there.
    var number: Int?
  }

  private let loop: EventLoop
  private let state: Guarded<State>

  init(_ loop: EventLoop, _ action: @escaping @Sendable () -> Void) {
    self.loop = loop
    state = Guarded(State(action: action))
  }

  /// Calls it off, from any thread; a call that has begun is not waited for.
  public func cancel() {
    // The action is another's, and must die outside of the lock.
    let (action, number) = state.withLock { state in
      defer { state = State() }
      return (state.action, state.number)
    }
    withExtendedLifetime(action) { if let number { loop.remove(timer: number) } }
  }

  /// Puts it among the timers of the loop, unless it was called off on the way.
  func begin(_ add: () -> Int) { state.withLock { if $0.action != nil { $0.number = add() } } }

  /// Its moment has come.
  func fire() {
    let action = state.withLock { state in
      defer { state = State() }
      return state.action
    }
    action?()
  }
}
