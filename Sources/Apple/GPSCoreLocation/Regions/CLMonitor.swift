public import GPSBridge

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
