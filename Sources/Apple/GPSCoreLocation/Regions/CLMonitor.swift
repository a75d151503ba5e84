public import Foundation
public import GPSBridge
import GPSSystemCalls

/// Watches conditions such as "within this circle", and tells when they become true or false.
///
/// ```swift
/// let monitor = await CLMonitor("places")
/// await monitor.add(CLMonitor.CircularGeographicCondition(center: home, radius: 100), identifier: "home")
/// for await event in await monitor.events where event.state == .unsatisfied {
///   print("left \(event.identifier)")
/// }
/// ```
///
/// An event is kept until a loop has been told of it. Two monitors of one name are one: they have the same conditions, and
/// the last of them takes these along when it goes.
///
/// The receiver is open while there is a condition. Unlike on Apple's platforms nothing is kept when the program ends: a
/// program that does not run is told nothing.
public actor CLMonitor {
  /// The name of the monitor.
  public nonisolated let name: String
  private let watch: ConditionWatch

  /// Makes a monitor, or opens the one of this name that there is.
  public init(_ name: String) async { self.init(name, manager: LocationManager()) }

  /// Makes a monitor of a manager of your own, or opens the one of this name that there is at the manager's receiver.
  public init(_ name: String, manager: LocationManager) {
    self.name = name
    watch = ConditionWatch.shared(name, manager)
  }

  /// The events, for as many loops as you like; those that no loop was told of come first.
  public var events: Events { Events(events: watch.events) }

  /// The conditions that are watched, sorted.
  public var identifiers: [String] {
    get async { await watch.records.keys.sorted() }
  }

  /// The latest about a condition; nil if there is none of that name.
  public func record(for identifier: String) async -> Record? { await watch.records[identifier] }

  /// Begins to watch a condition; one of the same name is replaced.
  ///
  /// The first thing told is whether it holds, unless that is what was assumed. A circle that is none stays
  /// ``Event/State/unmonitored``.
  public func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: Event.State = .unknown
  ) async {
    await watch.add(condition, identifier, state)
  }

  /// Stops watching a condition.
  public func remove(_ identifier: String) async { await watch.remove(identifier) }
}

/// Something that holds or does not hold, and can be watched by a ``CLMonitor``.
public protocol CLCondition: Sendable {}

extension CLMonitor {
  /// The receiver is within a circle.
  public struct CircularGeographicCondition: CLCondition, Hashable {
    /// The middle.
    public let center: CLLocationCoordinate2D
    /// Meters.
    public let radius: CLLocationDistance

    /// Makes a condition.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    func region(_ identifier: String) -> CircularRegion? {
      Coordinate(center).flatMap { CircularRegion(identifier: identifier, center: $0, radius: radius) }
    }
  }

  /// A condition has become true or false.
  public struct Event: Sendable, Hashable {
    /// Names the condition.
    public let identifier: String
    /// Whether it holds now.
    public let state: State
    /// The time of the location that decided it.
    public let date: Date

    /// Nothing: circles are not refined.
    public var refinement: (any CLCondition)? { nil }
    /// False: a receiver tells what it has.
    public var accuracyLimited: Bool { false }
    /// Whether the condition cannot be watched: its circle is none.
    public var conditionUnsupported: Bool { state == .unmonitored }
    /// False: there is no limit.
    public var conditionLimitExceeded: Bool { false }

    /// Whether a condition holds.
    public enum State: Sendable, Hashable, CaseIterable {
      /// No location has told yet, or none was accurate enough.
      case unknown
      /// It holds.
      case satisfied
      /// It does not.
      case unsatisfied
      /// It is not watched: there is no such circle.
      case unmonitored
    }
  }

  /// A condition, and what is known about it.
  public struct Record: Sendable, Hashable {
    let circle: CircularGeographicCondition
    /// The condition.
    public var condition: any CLCondition { circle }
    /// The latest event; before the first one, what was assumed.
    public internal(set) var lastEvent: Event
  }
}

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
