import GPSDelivery
import GPSEventRuntime
import GPSSystemCalls

/// One consumer that is called on its own loop, with what waits for it until it gets there.
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
  // Touched by one call at a time only, as `isCalled` says; the lock is for the compiler.
  private let follower = Guarded(SerialPortFollower())

  /// More than this is not kept for a consumer whose loop stands still: it will be brought up to date instead.
  static let limit = 256

  init(
    on loop: EventLoop, snapshot: @escaping @Sendable () -> PortSnapshot,
    handler: @escaping @Sendable (SerialPortEvent) -> Void
  ) {
    self.loop = loop
    self.snapshot = snapshot
    self.handler = handler
  }

  var isCancelled: Bool { inbox.withLock { $0.isCancelled } }

  /// No call begins after this.
  func cancel() {
    inbox.withLock {
      $0.isCancelled = true
      $0.waiting = []
    }
  }

  /// Tells the consumer of events; of none at all the first time, when it has to learn what there is.
  func offer(_ events: [NumberedEvent]) {
    let mustCall = inbox.withLock { inbox in
      guard !inbox.isCancelled else { return false }
      inbox.waiting += events
      // The dropped events leave a gap in the numbers, which the follower notices.
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

  /// The events that wait; nil, and the call is over, when there are none.
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

/// An event with its place in the history of a monitor, so that a consumer notices when it has missed one.
struct NumberedEvent: Sendable {
  /// One more than that of the event before.
  var number: Int
  var event: SerialPortEvent
}

/// The ports that are present after a number of events.
struct PortSnapshot: Sendable {
  var number: Int
  var ports: [SerialPortDescription]
}

/// The progress of one consumer: the ports it knows, so that missed events can be made up for.
///
/// It begins knowing nothing, and the first catching up tells it of every port that is there. A consumer that was too
/// slow is brought up to date in the same way, so that what waits for it never grows without bound.
struct SerialPortFollower: Sendable {
  private var known = SerialPortRoster()
  private var number: Int?

  /// Whether it has been told nothing yet.
  var isNew: Bool { number == nil }

  /// The events for this consumer; nil when something is missing before this one, and it has to catch up.
  mutating func take(_ numbered: NumberedEvent) -> [SerialPortEvent]? {
    guard let number else { return nil }
    if numbered.number <= number { return [] }
    guard numbered.number == number + 1 else { return nil }
    self.number = numbered.number
    known.follow(numbered.event)
    return [numbered.event]
  }

  /// The events that lead from the ports the consumer knows to the ports of the snapshot.
  mutating func catchUp(with snapshot: PortSnapshot) -> [SerialPortEvent] {
    number = snapshot.number
    return known.take(.listing(snapshot.ports, settlesDoubts: true))
  }
}
