internal import GPSBridge
import GPSSystemCalls

/// The conditions shared by all monitors of one name, and the loop over locations that evaluates them.
///
/// It is released with the last of its monitors.
actor ConditionWatch {
  private struct Name: Hashable {
    let name: String
    let source: ObjectIdentifier
  }

  private struct Entry { weak var watch: ConditionWatch? }

  private static let all = Guarded<[Name: Entry]>([:])

  nonisolated let events = MonitorEvents()
  /// A separate manager, because the loop would keep a monitor's own manager alive.
  private let manager: LocationManager
  private var monitor = RegionMonitor()
  private var pump: Task<Void, Never>?
  private(set) var records: [String: CLMonitor.Record] = [:]

  private init(_ other: LocationManager) { manager = LocationManager(beside: other) }

  deinit {
    pump?.cancel()
    events.finish()
  }

  /// Returns the watch shared by all monitors with this name and receiver.
  static func shared(_ name: String, _ manager: LocationManager) -> ConditionWatch {
    let name = Name(name: name, source: manager.sourceIdentity)
    return all.withLock { all in
      if let known = all[name]?.watch { return known }
      let made = ConditionWatch(manager)
      all = all.filter { $0.value.watch != nil }
      all[name] = Entry(watch: made)
      return made
    }
  }

  func add(
    _ condition: CLMonitor.CircularGeographicCondition, _ identifier: String, _ state: CLMonitor.Event.State
  ) {
    let region = condition.region(identifier)
    let date = manager.location?.timestamp ?? .now
    let event = CLMonitor.Event(
      identifier: identifier, state: region == nil ? .unmonitored : state, date: date)
    records[identifier] = CLMonitor.Record(circle: condition, lastEvent: event)
    monitor.remove(identifier)
    events.forget(identifier)
    guard let region else { return rest() }
    monitor.add(region)
    begin()
  }

  func remove(_ identifier: String) {
    records[identifier] = nil
    monitor.remove(identifier)
    events.forget(identifier)
    rest()
  }

  private func begin() {
    guard pump == nil else { return }
    let locations = manager.liveLocations
    pump = Task { [weak self] in for await location in locations { await self?.take(location) } }
  }

  /// Ends the demand for the receiver if no region is monitored.
  private func rest() {
    guard monitor.regions.isEmpty else { return }
    pump?.cancel()
    pump = nil
  }

  private func take(_ location: Location) {
    for change in monitor.update(location) {
      let identifier = change.region.identifier
      guard var record = records[identifier] else { continue }
      let event = CLMonitor.Event(
        identifier: identifier, state: change.to == .inside ? .satisfied : .unsatisfied,
        date: location.timestamp)
      guard event.state != record.lastEvent.state else { continue }
      record.lastEvent = event
      records[identifier] = record
      events.send(event)
    }
  }
}
