import GPSDelivery
import GPSEventRuntime
import GPSSystemCalls

/// One consumer that is called on its own loop, with the events that await it.
final class PortObserver: Sendable {
  private struct Inbox {
    var waiting: [NumberedEvent] = []
    var isCalled = false
    var isCancelled = false
  }

  private let loop: EventLoop
  private let snapshot: @Sendable () -> PortSnapshot
  private let handler: @Sendable (SerialPortEvent) -> Void
  private let inbox = Guarded(Inbox())
  // Only one call at a time uses this, as `isCalled` ensures; the lock satisfies the compiler.
  private let follower = Guarded(SerialPortFollower())

  /// The limit of pending events for a consumer with a blocked loop; beyond it, a snapshot replaces them.
  static let limit = 256

  init(
    on loop: EventLoop, snapshot: @escaping @Sendable () -> PortSnapshot,
    handler: @escaping @Sendable (SerialPortEvent) -> Void
  ) { (self.loop, self.snapshot, self.handler) = (loop, snapshot, handler) }

  var isCancelled: Bool { inbox.withLock { $0.isCancelled } }

  /// Prevents further calls.
  func cancel() {
    inbox.withLock {
      $0.isCancelled = true
      $0.waiting = []
    }
  }

  /// Offers events to the consumer; the first time, an empty list makes it start with the present ports.
  func offer(_ events: [NumberedEvent]) {
    let mustCall = inbox.withLock { inbox in
      guard !inbox.isCancelled else { return false }
      inbox.waiting += events
      // The dropped events leave a gap in the numbers, which the follower detects.
      if inbox.waiting.count > Self.limit { inbox.waiting.removeFirst(inbox.waiting.count - Self.limit) }
      defer { inbox.isCalled = true }
      return !inbox.isCalled
    }
    if mustCall { loop.async { self.call() } }
  }

  private func call() {
    deliver(follower.withLock { $0.isNew ? $0.catchUp(with: snapshot()) : [] })
    while let events = next() { deliver(events) }
  }

  /// The pending events; nil, which ends the call, if there are no more.
  private func next() -> [SerialPortEvent]? {
    let waiting = inbox.withLock { inbox -> [NumberedEvent] in
      defer { inbox.waiting = [] }
      if inbox.waiting.isEmpty { inbox.isCalled = false }
      return inbox.waiting
    }
    guard !waiting.isEmpty else { return nil }
    return follower.withLock { follower in
      waiting.flatMap { follower.take($0) ?? follower.catchUp(with: snapshot()) }
    }
  }

  private func deliver(_ events: [SerialPortEvent]) {
    for event in events where !isCancelled { handler(event) }
  }
}

/// An event with its sequence number, so that a consumer can detect missed ones.
struct NumberedEvent: Sendable {
  /// The number of the event before, plus one.
  var number: Int
  var event: SerialPortEvent
}

/// The ports that are present after a number of events.
struct PortSnapshot: Sendable {
  var number: Int
  var ports: [SerialPortDescription]
}

/// The progress of one consumer: the ports it knows, to make up for missed events.
///
/// It begins empty, and the first catch-up reports every port that is present. A consumer that was too slow
/// catches up in the same way, so its backlog stays bounded.
struct SerialPortFollower: Sendable {
  private var known = SerialPortRoster()
  private var number: Int?

  /// Whether it has reported nothing yet.
  var isNew: Bool { number == nil }

  /// The events for this consumer; nil if earlier ones are missing, so that it must catch up.
  mutating func take(_ numbered: NumberedEvent) -> [SerialPortEvent]? {
    guard let number else { return nil }
    if numbered.number <= number { return [] }
    guard numbered.number == number + 1 else { return nil }
    self.number = numbered.number
    known.follow(numbered.event)
    return [numbered.event]
  }

  /// The events that lead from the known ports to the ports of the snapshot.
  mutating func catchUp(with snapshot: PortSnapshot) -> [SerialPortEvent] {
    number = snapshot.number
    return known.take(.listing(snapshot.ports, settlesDoubts: true))
  }
}
