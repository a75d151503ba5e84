internal import GPSBridge
import Locking

/// The events of a monitor: each is kept until a loop has taken it.
///
/// A program that adds its conditions first and begins its loop behind that misses nothing.
final class MonitorEvents: Sendable {
  /// An event with its place in the order of all events of this monitor.
  struct Numbered: Sendable {
    let number: Int
    let event: CLMonitor.Event
  }

  private struct Kept {
    var events: [Numbered] = []
    var next = 0
  }

  /// How many are kept while there is no loop: the newest.
  private static let limit = 256

  private let kept = Guarded(Kept())
  private let hub = Broadcast<Numbered, Never>()

  func send(_ event: CLMonitor.Event) {
    // Sent under the lock, so that a loop which begins now has it from one side and not from both.
    kept.withLock { kept in
      let numbered = Numbered(number: kept.next, event: event)
      kept.next += 1
      kept.events.append(numbered)
      if kept.events.count > Self.limit { kept.events.removeFirst() }
      hub.send(numbered)
    }
  }

  /// Begins a loop; events that were kept come first.
  func begin() -> (waiting: [Numbered], subscription: Subscription<Numbered, Never>) {
    kept.withLock { ($0.events, hub.subscribe(.newest(Self.limit))) }
  }

  /// A loop has taken an event.
  func take(_ number: Int) {
    kept.withLock { kept in kept.events.removeAll { $0.number == number } }
  }

  /// Drops the kept events of a condition that is no longer watched.
  func forget(_ identifier: String) {
    kept.withLock { kept in kept.events.removeAll { $0.event.identifier == identifier } }
  }

  func finish() { hub.finish() }
}

extension CLMonitor {
  /// The events of a monitor, for as many loops as you like.
  ///
  /// Each loop is told all events that come while it runs, and first those from before that no loop has been told of.
  public struct Events: AsyncSequence, Sendable {
    /// A condition has become true or false.
    public typealias Element = Event
    /// There is none.
    public typealias Failure = Never

    let events: MonitorEvents

    /// Begins a loop, at once.
    public func makeAsyncIterator() -> Iterator { Iterator(events) }

    /// One loop over what happens.
    public struct Iterator: AsyncIteratorProtocol {
      private let events: MonitorEvents
      /// The events from before, the last first.
      private var waiting: [MonitorEvents.Numbered]
      private let subscription: Subscription<MonitorEvents.Numbered, Never>

      init(_ events: MonitorEvents) {
        self.events = events
        let (waiting, subscription) = events.begin()
        self.waiting = waiting.reversed()
        self.subscription = subscription
      }

      /// The next event, when there is one; nil when the monitor has gone, and for a cancelled task.
      public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> Event? {
        guard let next = waiting.popLast() else {
          return took(await subscription.next(isolation: isolation))
        }
        return took(next)
      }

      /// The next event, when there is one; nil when the monitor has gone, and for a cancelled task.
      public mutating func next() async -> Event? { await next(isolation: #isolation) }

      private func took(_ numbered: MonitorEvents.Numbered?) -> Event? {
        guard let numbered else { return nil }
        events.take(numbered.number)
        return numbered.event
      }
    }
  }
}
