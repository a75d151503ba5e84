import Delivery

/// What happens to serial ports, beginning with those that are there.
public struct SerialPortEvents: AsyncSequence, Sendable {
  let engine: MonitorEngine

  /// Begins one consumer's loop.
  public func makeAsyncIterator() -> Iterator { Iterator(engine: engine) }

  /// One consumer's way through the events.
  public struct Iterator: AsyncIteratorProtocol {
    private let engine: MonitorEngine
    private let subscription: Subscription<NumberedEvent, Never>
    private var follower = SerialPortFollower()
    private var waiting: ArraySlice<SerialPortEvent> = []

    init(engine: MonitorEngine) {
      self.engine = engine
      // Registered before the first look, so that nothing falls between the two.
      subscription = engine.events.subscribe(.newest(PortObserver.limit))
    }

    /// The next event, when there is one; nil at the end and for a cancelled task.
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> SerialPortEvent? {
      if follower.isNew { waiting += follower.catchUp(with: engine.snapshot) }
      while waiting.isEmpty {
        guard let numbered = await subscription.next(isolation: isolation) else { return nil }
        waiting += follower.take(numbered) ?? follower.catchUp(with: engine.snapshot)
      }
      return waiting.popFirst()
    }

    /// The next event, when there is one; nil at the end and for a cancelled task.
    public mutating func next() async -> SerialPortEvent? { await next(isolation: #isolation) }
  }
}
