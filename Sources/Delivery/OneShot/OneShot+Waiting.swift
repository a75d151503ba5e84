import Locking

extension OneShot {
  /// Calls a closure with the value, now or when it comes.
  @discardableResult public func then(_ body: @escaping @Sendable (Value) -> Void) -> OneShot {
    whenResolved { if case .success(let value) = $0 { body(value) } }
    return self
  }

  /// Calls a closure with the error, now or when it comes.
  @discardableResult public func `catch`(_ body: @escaping @Sendable (Failure) -> Void) -> OneShot {
    whenResolved { if case .failure(let failure) = $0 { body(failure) } }
    return self
  }

  /// Waits for the value.
  ///
  /// A cancelled task stops waiting at once and gets the cancellation error of this one-shot, unless the
  /// answer is already there. The one-shot stays pending, and nobody else who waits notices.
  public var value: Value {
    get async throws(Failure) { try await answer().get() }
  }

  /// Calls a closure with the answer; the number takes it out again, nil if it was called already.
  @discardableResult
  func whenResolved(_ waiter: @escaping OneShotWaiters<Value, Failure>.Waiter) -> UInt64? {
    let (number, answer): (UInt64?, Answer?) = state.withLock { state in
      switch state {
      case .resolved(let answer): return (nil, answer)
      case .pending(var waiters):
        // The state lets go of its copy first: a dictionary with two owners would be copied whole.
        state = .pending(OneShotWaiters())
        let number = waiters.add(waiter)
        state = .pending(waiters)
        return (number, nil)
      }
    }
    if let answer { waiter(answer) }
    return number
  }

  private func answer() async -> Answer {
    let ticket = Guarded<UInt64?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let number = whenResolved { continuation.resume(returning: $0) }
        ticket.withLock { $0 = number }
        // Cancelled before the ticket was there: the handler below had nothing to take out.
        if Task.isCancelled { giveUp(number) }
      }
    } onCancel: {
      giveUp(ticket.withLock { $0 })
    }
  }

  /// Takes out a waiter that will not wait any more.
  ///
  /// Whoever takes it out answers it, so that it is answered
  /// once.
  private func giveUp(_ number: UInt64?) {
    guard let number else { return }
    let waiter: OneShotWaiters<Value, Failure>.Waiter? = state.withLock { state in
      guard case .pending(var waiters) = state else { return nil }
      state = .pending(OneShotWaiters())
      let waiter = waiters.remove(number)
      state = .pending(waiters)
      return waiter
    }
    waiter?(.failure(cancelled))
  }
}
