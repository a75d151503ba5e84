import Delivery

/// A port that came, changed or went.
public enum SerialPortEvent: Sendable, Hashable {
  /// It is there: plugged in, or already there when one began to listen.
  case appeared(SerialPortDescription)
  /// It is still in its place, but not as it was: another name, other permissions, other links.
  case changed(from: SerialPortDescription, to: SerialPortDescription)
  /// It has gone. This is how it was.
  case disappeared(SerialPortDescription)

  /// The port as it is now, or as it was last.
  public var port: SerialPortDescription {
    switch self {
    case .appeared(let port), .disappeared(let port): port
    case .changed(_, let port): port
    }
  }
}

/// The events of a monitor, beginning with the ports that are already there.
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
