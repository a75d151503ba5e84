public import Foundation
public import GPSBridge
import GPSSystemCalls

/// Monitors conditions such as "within this circle", and reports when they become true or false.
///
/// ```swift
/// let monitor = await CLMonitor("places")
/// await monitor.add(CLMonitor.CircularGeographicCondition(center: home, radius: 100), identifier: "home")
/// for await event in await monitor.events where event.state == .unsatisfied {
///   print("left \(event.identifier)")
/// }
/// ```
///
/// An event is kept until a loop has received it. Monitors with the same name share their conditions, which
/// end with the last monitor.
///
/// The receiver is open while there is a condition. Unlike on Apple's platforms, nothing is kept when the
/// program ends, and a program that is not running receives no events.
public actor CLMonitor {
  /// The name of the monitor.
  public nonisolated let name: String
  private let watch: ConditionWatch

  /// Creates a monitor, or joins the existing one with this name.
  public init(_ name: String) async { self.init(name, manager: LocationManager()) }

  /// Creates a monitor for a manager's receiver, or joins that receiver's existing one with this name.
  public init(_ name: String, manager: LocationManager) {
    self.name = name
    watch = ConditionWatch.shared(name, manager)
  }

  /// The events, for any number of loops; events that no loop has received come first.
  public var events: Events { Events(events: watch.events) }

  /// The names of the monitored conditions, sorted.
  public var identifiers: [String] { get async { await watch.records.keys.sorted() } }

  /// Returns the state of a condition; nil if there is no condition with this name.
  public func record(for identifier: String) async -> Record? { await watch.records[identifier] }

  /// Starts monitoring a condition, in place of any condition with the same name.
  ///
  /// The first event reports whether the condition holds, unless that is as assumed. A condition with an
  /// invalid circle remains ``Event/State/unmonitored``.
  public func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: Event.State = .unknown
  ) async { await watch.add(condition, identifier, state) }

  /// Stops monitoring a condition.
  public func remove(_ identifier: String) async { await watch.remove(identifier) }

  /// A condition that holds while the receiver is within a circle.
  public struct CircularGeographicCondition: CLCondition, Hashable {
    /// The center of the circle.
    public let center: CLLocationCoordinate2D
    /// The radius in meters.
    public let radius: CLLocationDistance

    /// Creates a condition from the center and the radius of a circle.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      (self.center, self.radius) = (center, radius)
    }

    func region(_ identifier: String) -> CircularRegion? {
      Coordinate(center).flatMap { CircularRegion(identifier: identifier, center: $0, radius: radius) }
    }
  }

  /// A change of a condition.
  public struct Event: Sendable, Hashable {
    /// The name of the condition.
    public let identifier: String
    /// Whether the condition holds now.
    public let state: State
    /// The time of the location that caused the change.
    public let date: Date

    /// Always nil: circles are not refined.
    public var refinement: (any CLCondition)? { nil }
    /// Always false: receivers report their exact location.
    public var accuracyLimited: Bool { false }
    /// Whether the condition can't be monitored because its circle is invalid.
    public var conditionUnsupported: Bool { state == .unmonitored }
    /// Always false: the number of conditions is not limited.
    public var conditionLimitExceeded: Bool { false }

    /// The state of a condition.
    public enum State: Sendable, Hashable, CaseIterable {
      /// There has been no location yet, or none accurate enough.
      case unknown
      /// The condition holds.
      case satisfied
      /// The condition does not hold.
      case unsatisfied
      /// The condition is not monitored: its circle is invalid.
      case unmonitored
    }
  }

  /// A condition and its state.
  public struct Record: Sendable, Hashable {
    let circle: CircularGeographicCondition
    /// The condition.
    public var condition: any CLCondition { circle }
    /// The latest event; before the first one, the assumed state.
    public internal(set) var lastEvent: Event
  }

  /// The events of a monitor, for any number of loops.
  ///
  /// Each loop receives the kept events that no loop has received, then all events while it runs.
  public struct Events: AsyncSequence, Sendable {
    /// A change of a condition.
    public typealias Element = Event
    /// The sequence never throws.
    public typealias Failure = Never

    let events: MonitorEvents

    /// Starts a loop immediately.
    public func makeAsyncIterator() -> Iterator { Iterator(events) }

    /// An iterator over the events.
    public struct Iterator: AsyncIteratorProtocol {
      private let events: MonitorEvents
      /// The kept events, newest first.
      private var waiting: [MonitorEvents.Numbered]
      private let subscription: Subscription<MonitorEvents.Numbered, Never>

      init(_ events: MonitorEvents) {
        self.events = events
        let (waiting, subscription) = events.begin()
        self.waiting = waiting.reversed()
        self.subscription = subscription
      }

      /// Returns the next event; nil after the monitor's end, and if the task is canceled.
      public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> Event? {
        guard let next = waiting.popLast() else {
          return took(await subscription.next(isolation: isolation))
        }
        return took(next)
      }

      /// Returns the next event; nil after the monitor's end, and if the task is canceled.
      public mutating func next() async -> Event? { await next(isolation: #isolation) }

      private func took(_ numbered: MonitorEvents.Numbered?) -> Event? {
        guard let numbered else { return nil }
        events.take(numbered.number)
        return numbered.event
      }
    }
  }
}

/// A condition that a ``CLMonitor`` can monitor.
public protocol CLCondition: Sendable {}

/// The events of a monitor, each kept until a loop has received it.
///
/// A program that starts its loop after adding its conditions misses no event.
final class MonitorEvents: Sendable {
  /// An event and its number among all events of the monitor.
  struct Numbered: Sendable {
    let number: Int
    let event: CLMonitor.Event
  }

  private struct Kept {
    var events: [Numbered] = []
    var next = 0
  }

  /// The most events to keep without a loop; older ones are dropped.
  private static let limit = 256

  private let kept = Guarded(Kept())
  private let hub = Broadcast<Numbered, Never>()

  func send(_ event: CLMonitor.Event) {
    // Send under the lock, so that a loop that starts now receives the event once.
    kept.withLock { kept in
      let numbered = Numbered(number: kept.next, event: event)
      kept.next += 1
      kept.events.append(numbered)
      if kept.events.count > Self.limit { kept.events.removeFirst() }
      hub.send(numbered)
    }
  }

  /// Starts a loop; the kept events come first.
  func begin() -> (waiting: [Numbered], subscription: Subscription<Numbered, Never>) {
    kept.withLock { ($0.events, hub.subscribe(.newest(Self.limit))) }
  }

  func take(_ number: Int) { kept.withLock { kept in kept.events.removeAll { $0.number == number } } }

  /// Drops the kept events of a condition that is no longer monitored.
  func forget(_ identifier: String) {
    kept.withLock { kept in kept.events.removeAll { $0.event.identifier == identifier } }
  }

  func finish() { hub.finish() }
}
