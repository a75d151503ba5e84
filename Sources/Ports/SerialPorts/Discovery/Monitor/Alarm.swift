import Dispatch

/// A Dispatch source at work: it calls its action until it is cancelled.
struct Alarm: Sendable {
  /// Ends it; a call that has begun goes on.
  let cancel: @Sendable () -> Void

  /// Calls whenever a descriptor is readable.
  ///
  /// The owner is what must not die before Dispatch has let go of the descriptor.
  init(
    readable descriptor: CInt, on queue: DispatchQueue, owner: some AnyObject & Sendable,
    _ action: @escaping @Sendable () -> Void
  ) {
    self.init(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue), owner: owner, action)
  }

  /// Calls again and again.
  init(
    every interval: DispatchTimeInterval, on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void
  ) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    self.init(timer, owner: queue, action)
  }

  private init(
    _ source: any DispatchSourceProtocol, owner: some AnyObject & Sendable,
    _ action: @escaping @Sendable () -> Void
  ) {
    // A source may be used from any thread; Dispatch on Linux only has not said so in its types.
    nonisolated(unsafe) let source = source
    unsafe source.setEventHandler(handler: action)
    unsafe source.setCancelHandler { withExtendedLifetime(owner) {} }
    unsafe source.activate()
    cancel = { unsafe source.cancel() }
  }
}
