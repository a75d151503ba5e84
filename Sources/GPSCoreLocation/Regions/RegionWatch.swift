internal import GPSBridge

/// The regions of a manager, and the loop over locations that decides about them; there is one only while it is needed.
@MainActor final class RegionWatch {
  private weak var owner: CLLocationManager?
  private var known: [String: CLRegion] = [:]
  private var monitor = RegionMonitor()
  private var pump: Task<Void, Never>?

  init(_ owner: CLLocationManager) { self.owner = owner }

  isolated deinit { pump?.cancel() }

  var regions: Set<CLRegion> { Set(known.values) }

  func state(of identifier: String) -> CLRegionState { CLRegionState(monitor.state(of: identifier)) }

  /// False if there is no such circle.
  func add(_ region: CLRegion) -> Bool {
    guard let circle = region.circle else { return false }
    known[region.identifier] = region
    monitor.add(circle)
    if pump == nil { begin() }
    return true
  }

  func remove(_ identifier: String) {
    known[identifier] = nil
    monitor.remove(identifier)
    guard known.isEmpty else { return }
    pump?.cancel()
    pump = nil
  }

  /// Not the manager's own locations: a distance filter does not count here.
  private func begin() {
    guard let owner else { return }
    let updates = owner.locationManager.liveUpdates.keeping(.newest(256)).subscribe()
    pump = Task { [weak self] in
      for await update in updates {
        guard update.freshness == .live, let location = update.location else { continue }
        self?.take(location)
      }
    }
  }

  private func take(_ location: Location) {
    for event in monitor.update(location) where event.isEntry || event.isExit {
      guard let owner, let region = known[event.region.identifier] else { continue }
      owner.delegate?.locationManager(owner, didDetermineState: CLRegionState(event.to), for: region)
      // The delegate may have stopped it just now.
      guard known[event.region.identifier] === region else { continue }
      if event.isEntry, region.notifyOnEntry {
        owner.delegate?.locationManager(owner, didEnterRegion: region)
      }
      if event.isExit, region.notifyOnExit { owner.delegate?.locationManager(owner, didExitRegion: region) }
    }
  }
}
