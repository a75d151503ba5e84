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
/// The receiver is open while there is a condition. Unlike on Apple's platforms nothing is kept when the program ends: a
/// program that does not run is told nothing.
public actor CLMonitor {
  /// What the monitor is called.
  public nonisolated let name: String
  private let manager: LocationManager
  private let hub = Broadcast<Event, Never>()
  private var monitor = RegionMonitor()
  private var records: [String: Record] = [:]
  private var pump: Task<Void, Never>?

  /// Makes a monitor without conditions.
  public init(_ name: String) async { self.init(name, manager: LocationManager()) }

  /// Makes a monitor of a manager of your own.
  public init(_ name: String, manager: LocationManager) {
    self.name = name
    self.manager = manager
  }

  deinit {
    pump?.cancel()
    hub.finish()
  }

  /// What happens from now on, for as many loops as you like.
  public var events: Broadcast<Event, Never>.Values { hub.values(.newest(256)) }

  /// The conditions that are watched, sorted.
  public var identifiers: [String] { records.keys.sorted() }

  /// What is known about a condition; nil if there is none of that name.
  public func record(for identifier: String) -> Record? { records[identifier] }

  /// Begins to watch a condition; one of the same name is replaced.
  ///
  /// The first thing told is whether it holds, unless that is what was assumed. A circle that is none stays unknown.
  public func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: Event.State = .unknown
  ) {
    let now = Event(identifier: identifier, state: state, date: manager.location?.timestamp ?? .now)
    records[identifier] = Record(condition: condition, lastEvent: now)
    monitor.remove(identifier)
    if let region = condition.region(identifier) { monitor.add(region) }
    if pump == nil { begin() }
  }

  /// Stops watching a condition.
  public func remove(_ identifier: String) {
    records[identifier] = nil
    monitor.remove(identifier)
    guard records.isEmpty else { return }
    pump?.cancel()
    pump = nil
  }

  private func begin() {
    let updates = manager.liveUpdates.keeping(.newest(256)).subscribe()
    pump = Task { [weak self] in
      for await update in updates {
        guard update.freshness == .live, let location = update.location else { continue }
        await self?.take(location)
      }
    }
  }

  private func take(_ location: Location) {
    for change in monitor.update(location) {
      let identifier = change.region.identifier
      guard var record = records[identifier] else { continue }
      let event = Event(
        identifier: identifier, state: change.to == .inside ? .satisfied : .unsatisfied,
        date: location.timestamp)
      guard event.state != record.lastEvent.state else { continue }
      record.lastEvent = event
      records[identifier] = record
      hub.send(event)
    }
  }
}
