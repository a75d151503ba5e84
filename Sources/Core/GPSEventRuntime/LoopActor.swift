/// An actor on an event loop: only the loop's thread runs its isolated code.
///
/// Its watches and timers get a `handler`: `loop.watch(descriptor, for: .readable, handler { $0.read($1) })`.
/// A handler checks its loop itself and then calls its closure as `assumeIsolated` does; that would ask the
/// runtime for the executor, and allocate twice, at each call.
///
/// Objects that belong to one such actor are plain classes: an actor of their own would have to assert the
/// same isolation once more at each call.
package protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  /// The loop as the executor of the actor.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Runs a closure in the actor, after everything already queued on the loop; callable from any thread.
  ///
  /// - Parameters:
  ///   - keepsAlive: Whether the actor lives until then; otherwise the closure is dropped with the actor.
  ///   - body: A quick closure.
  package nonisolated func later(
    keepsAlive: Bool = false, _ body: @escaping @Sendable (isolated Self) -> Void
  ) {
    if keepsAlive { loop.async { [self] in here(body) } } else { loop.async(handler(body)) }
  }

  /// Runs a closure in the actor, at once on its loop and later on other threads; the actor lives until then.
  package nonisolated func soon(_ body: @escaping @Sendable (isolated Self) -> Void) {
    if loop.isCurrent { here(body) } else { later(keepsAlive: true, body) }
  }

  /// Runs a closure in the actor at once; it must be called on the loop, for example by a library in C.
  package nonisolated func here<Answer: Sendable>(_ body: (isolated Self) -> Answer) -> Answer {
    assumeIsolated(body)
  }

  /// Makes a callback that runs a closure in the actor; it must be called on the loop.
  ///
  /// - Parameter body: A quick closure, which is not called after the actor was released.
  /// - Returns: A callback that does not keep the actor alive.
  package nonisolated func handler(
    _ body: @escaping @Sendable (isolated Self) -> Void
  ) -> @Sendable () -> Void {
    let body = unsafe unsafeBitCast(body, to: (@Sendable (Self) -> Void).self)
    return { [weak self] in
      guard let self else { return }
      loop.checkIsolated()
      body(self)
    }
  }

  /// Makes a callback with a value that runs a closure in the actor; it must be called on the loop.
  ///
  /// - Parameters:
  ///   - keepsAlive: Whether the callback keeps the actor alive.
  ///   - body: A quick closure, which is not called after the actor was released.
  /// - Returns: A callback that does not keep the actor alive, unless asked to.
  package nonisolated func handler<Value: Sendable>(
    keepsAlive: Bool = false, _ body: @escaping @Sendable (isolated Self, Value) -> Void
  ) -> @Sendable (Value) -> Void {
    let body = unsafe unsafeBitCast(body, to: (@Sendable (Self, Value) -> Void).self)
    return { [weak self, kept = keepsAlive ? self : nil] value in
      guard let actor = kept ?? self else { return }
      actor.loop.checkIsolated()
      body(actor, value)
    }
  }

  /// Makes a callback with bytes and the time of their arrival; it must be called on the loop.
  ///
  /// - Parameter body: A quick closure, which is not called after the actor was released.
  /// - Returns: A callback that does not keep the actor alive.
  package nonisolated func handler(
    ofBytes body: @escaping @Sendable (isolated Self, Span<UInt8>, ContinuousClock.Instant) -> Void
  ) -> @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void {
    let body = unsafe unsafeBitCast(
      body, to: (@Sendable (Self, Span<UInt8>, ContinuousClock.Instant) -> Void).self)
    return { [weak self] bytes, instant in
      guard let self else { return }
      loop.checkIsolated()
      body(self, bytes, instant)
    }
  }

  /// Makes a callback with a value for another loop: on the actor's loop it runs at once, else a turn later.
  ///
  /// - Parameters:
  ///   - other: The loop on which the callback is called.
  ///   - body: A quick closure, which is not called after the actor was released.
  /// - Returns: A callback that does not keep the actor alive.
  package nonisolated func handler<Value: Sendable>(
    calledOn other: EventLoop, _ body: @escaping @Sendable (isolated Self, Value) -> Void
  ) -> @Sendable (Value) -> Void {
    if other === loop { return handler(body) }
    return { [weak self] value in self?.later { body($0, value) } }
  }
}
