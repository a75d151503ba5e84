import GPSSystemCalls
internal import GPSBase

/// An action that waits for its moment on a loop.
///
/// ``EventLoop/after(_:_:)`` gives it. The action is run whether the handle is kept or not; keep it to call the
/// action off:
///
/// ```swift
/// let giveUp = loop.after(.seconds(5)) { tell(.silent) }
/// …
/// giveUp.cancel()        // bytes came
/// ```
public final class LoopTimer: Sendable {
  private struct State: Sendable {
    var action: (@Sendable () -> Void)?
    /// Its number among the timers of the loop, while it waits there.
    var number: Int?
  }

  var due: ContinuousClock.Instant { moment.instant }
  private let moment: Moment
  // Not owned: a loop owns its timers, and one that nobody runs any more must be able to go.
  private weak let loop: EventLoop?
  private let state: Guarded<State>

  init(_ loop: EventLoop, due: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void) {
    self.loop = loop
    moment = Moment(due)
    state = Guarded(State(action: action))
  }

  /// Calls it off, from any thread.
  ///
  /// Behind that the action does not begin any more. One that runs already on the loop's thread is not waited for, so
  /// what it uses must stay valid; a call on the loop itself knows that none runs. To call off what is over does
  /// nothing.
  public func cancel() {
    // The action is another's, and must die outside of the lock.
    let (action, number) = state.withLock { state in
      defer { state = State() }
      return (state.action, state.number)
    }
    withExtendedLifetime(action) { if let number { loop?.remove(timer: number) } }
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

extension EventLoop {
  /// Runs an action once on the loop, when some time has passed; from any thread.
  ///
  /// ```swift
  /// let giveUp = loop.after(.seconds(5)) { tell(.silent) }
  /// ```
  ///
  /// Actions run in the order of their moments, and those for one moment in the order in which they were set. None
  /// runs early. It is late by what the loop is busy with, and by what is left of the time when the machine wakes
  /// from a suspension.
  ///
  /// - Parameters:
  ///   - delay: How long from now. Nothing and less is as soon as possible, behind the descriptors that are ready.
  ///   - action: A closure that is quick. It is let go when it has run or was called off.
  /// - Returns: A handle that calls it off. Dropping the handle calls nothing off.
  @discardableResult public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> LoopTimer {
    // A century: beyond that the sum with now would overflow.
    let due = ContinuousClock.now + min(max(delay, .zero), .seconds(3_155_760_000))
    let timer = LoopTimer(self, due: due, action)
    if isCurrent { begin(timer) } else { accept(.begin(timer)) }
    return timer
  }
}
