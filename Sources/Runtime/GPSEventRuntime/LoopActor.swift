/// An actor on an event loop: only the loop's thread runs its isolated code.
///
/// Its watches and timers get a `handler`: `loop.watch(descriptor, for: .readable, handler { $0.read($1) })`.
///
/// Objects that belong to one such actor are plain classes: an actor of their own would have to assert the
/// same isolation once more at each call.
package protocol LoopActor: Actor {
  /// The loop that runs the actor.
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
    if keepsAlive { loop.async { [self] in assumeIsolated(body) } } else { loop.async(handler(body)) }
  }

  /// Runs a closure in the actor at once; the caller must be on its loop.
  ///
  /// It checks that once. A literal closure in `assumeIsolated` would check it again.
  @inlinable package nonisolated func onLoop(_ body: (isolated Self) -> Void) { assumeIsolated(body) }

  /// Runs a closure in the actor, at once on its loop and later on other threads; the actor lives until then.
  package nonisolated func soon(_ body: @escaping @Sendable (isolated Self) -> Void) {
    if loop.isCurrent { assumeIsolated(body) } else { later(keepsAlive: true, body) }
  }

  /// Makes a callback that runs a closure in the actor; it must be called on the loop.
  ///
  /// - Parameter body: A quick closure, which is not called after the actor was released.
  /// - Returns: A callback that does not keep the actor alive.
  package nonisolated func handler(
    _ body: @escaping @Sendable (isolated Self) -> Void
  ) -> @Sendable () -> Void { { [weak self] in self?.assumeIsolated(body) } }

  /// Makes a callback with a value that runs a closure in the actor; it must be called on the loop.
  ///
  /// - Parameter body: A quick closure, which is not called after the actor was released.
  /// - Returns: A callback that does not keep the actor alive.
  package nonisolated func handler<Value: Sendable>(
    _ body: @escaping @Sendable (isolated Self, Value) -> Void
  ) -> @Sendable (Value) -> Void { { [weak self] value in self?.assumeIsolated { body($0, value) } } }

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
