import GPSSystemCalls
internal import GPSBase

/// A timer that runs an action once on a loop.
///
/// ``EventLoop/after(_:_:)`` returns it. The action runs whether or not the handle is kept; keep it to be
/// able to cancel:
///
/// ```swift
/// let giveUp = loop.after(.seconds(5)) { tell(.silent) }
/// …
/// giveUp.cancel()        // bytes came
/// ```
public final class LoopTimer: Sendable {
  private struct State: Sendable {
    var action: (@Sendable () -> Void)?
    /// The timer's number in the loop's queue, while it is queued.
    var number: Int?
  }

  var due: ContinuousClock.Instant { moment.instant }
  private let moment: Moment
  // Weak: a loop owns its timers, and an abandoned loop must be released.
  private weak let loop: EventLoop?
  private let state: Guarded<State>

  init(_ loop: EventLoop, due: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void) {
    self.loop = loop
    moment = Moment(due)
    state = Guarded(State(action: action))
  }

  /// Cancels the timer; may be called from any thread.
  ///
  /// The action does not start after this call. The call does not wait for an action that is running on the
  /// loop's thread, so the action's data must stay valid; on the loop itself, no action can be running.
  /// Canceling after the action ran does nothing.
  public func cancel() {
    // Release the action outside the lock, since its deinit may run other code.
    let (action, number) = state.withLock { state in
      defer { state = State() }
      return (state.action, state.number)
    }
    withExtendedLifetime(action) { if let number { loop?.remove(timer: number) } }
  }

  /// Moves the timer, if it is queued; on its loop only.
  ///
  /// - Parameter delay: The delay from now.
  /// - Returns: False if the timer has fired, was canceled, or belongs to another loop.
  public func move(after delay: Duration) -> Bool {
    guard let loop, loop.isCurrent else { return false }
    let due = EventLoop.due(after: delay)
    return state.withLock { state in
      guard let number = state.number else { return false }
      return loop.move(timer: number, to: due)
    }
  }

  /// Adds the timer to the loop's queue, unless it was canceled in the meantime.
  func begin(_ add: () -> Int) { state.withLock { if $0.action != nil { $0.number = add() } } }

  func fire() {
    let action = state.withLock { state in
      defer { state = State() }
      return state.action
    }
    action?()
  }
}

extension EventLoop {
  /// Runs an action once on the loop after a delay; may be called from any thread.
  ///
  /// ```swift
  /// let giveUp = loop.after(.seconds(5)) { tell(.silent) }
  /// ```
  ///
  /// Actions run in the order of their due times; actions due at the same moment run in the order in which
  /// they were set. Timers never fire early. They fire late while the loop is busy; after a suspension of the
  /// machine, what was left of the delay still passes.
  ///
  /// - Parameters:
  ///   - delay: The delay from now. Zero or less means as soon as possible, after the descriptors that are
  ///     ready.
  ///   - action: A quick closure. It is released after it ran or was canceled.
  /// - Returns: A handle that can cancel the timer. Dropping the handle does not cancel it.
  @discardableResult public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> LoopTimer {
    let timer = LoopTimer(self, due: Self.due(after: delay), action)
    if isCurrent { begin(timer) } else { accept(.begin(timer)) }
    return timer
  }

  /// At most a century from now: a longer delay would overflow when added to the current time.
  fileprivate static func due(after delay: Duration) -> ContinuousClock.Instant {
    ContinuousClock.now + min(max(delay, .zero), .seconds(3_155_760_000))
  }
}
