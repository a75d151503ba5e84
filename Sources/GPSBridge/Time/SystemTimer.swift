internal import Delivery
internal import Dispatch
import Locking

/// A Dispatch timer that fires once.
///
/// It keeps itself alive until then: the source holds the handler, the handler holds this object, and that holds
/// the source. Firing or cancelling lets go of all three.
final class SystemTimer: TimerHandle {
  private struct State {
    var source: (any DispatchSourceTimer)?
    var action: (@Sendable () -> Void)?
  }

  private let state: Guarded<State>

  init(_ action: @escaping @Sendable () -> Void) { state = Guarded(State(action: action)) }

  func start(after delay: Duration, on queue: DispatchQueue) {
    let fire: @Sendable () -> Void = { [self] in end()?() }
    let nanoseconds = delay.clampedNanoseconds
    state.withLock {
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.setEventHandler(handler: fire)
      source.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .nanoseconds(0))
      // Under the lock, since it may fire before this line is done.
      source.activate()
      $0.source = source
    }
  }

  func cancel() { _ = end() }

  /// Stops the source, and gives out the action to whoever is first.
  ///
  /// The action is the user's, and dies outside the lock.
  private func end() -> (@Sendable () -> Void)? {
    state.withLock {
      $0.source?.cancel()
      $0.source = nil
      let action = $0.action
      $0.action = nil
      return action
    }
  }
}

extension Duration {
  /// Whole nanoseconds, rounded up, from 0 to what Dispatch can count to.
  var clampedNanoseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // A century: beyond that the sum with now would overflow.
    guard seconds < 3_155_760_000 else { return 3_155_760_000_000_000_000 }
    return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
  }
}
