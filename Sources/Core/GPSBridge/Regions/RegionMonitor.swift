public import GPSDelivery
import GPSSystemCalls

/// Watches any number of regions at once, distinguished by their identifiers.
public struct RegionMonitor: Sendable {
  private var trackers: [RegionTracker] = []
  private let rules: RegionRules

  /// Creates a monitor without regions.
  public init(rules: RegionRules = .standard) { self.rules = rules }

  /// The watched regions, in the order in which they were added.
  public var regions: [CircularRegion] { trackers.map(\.region) }

  /// Starts watching a region.
  ///
  /// A region with the same identifier is replaced; if the circle is the same, its state is kept.
  public mutating func add(_ region: CircularRegion) {
    guard let index = index(of: region.identifier) else {
      trackers.append(RegionTracker(region, rules: rules))
      return
    }
    if trackers[index].region != region { trackers[index] = RegionTracker(region, rules: rules) }
  }

  /// Stops watching a region; returns false if no region has this identifier.
  @discardableResult
  public mutating func remove(_ identifier: String) -> Bool {
    guard let index = index(of: identifier) else { return false }
    trackers.remove(at: index)
    return true
  }

  /// The state of a region; nil if no region has this identifier.
  public func state(of identifier: String) -> RegionState? {
    index(of: identifier).map { trackers[$0].state }
  }

  /// Examines the next location; returns the changes, in the order in which the regions were added.
  public mutating func update(_ location: Location) -> [RegionEvent] {
    trackers.indices.compactMap { trackers[$0].update(location) }
  }

  private func index(of identifier: String) -> Int? {
    trackers.firstIndex { $0.region.identifier == identifier }
  }
}

extension LocationManager {
  /// Entries to and exits from regions as they happen, for any number of loops.
  ///
  /// ```swift
  /// for try await event in manager.regionEvents(for: [home, work]) where event.isExit {
  ///   print("left \(event.region.identifier)")
  /// }
  /// ```
  ///
  /// The first event for a region reports whether the receiver is inside. A loop keeps the receiver open and
  /// the manager alive, ignores the distance filter, and throws an error if the receiver gives up.
  public func regionEvents(
    for regions: [CircularRegion], rules: RegionRules = .standard
  ) -> Deliveries<Subscription<RegionEvent, LocationError>> {
    Deliveries(.newest(256)) { buffering in
      var fresh = RegionMonitor(rules: rules)
      for region in regions { fresh.add(region) }
      let monitor = Guarded(fresh)
      return self.service.locations.subscribe(buffering, keepingAlive: self) { location in
        monitor.withLock { $0.update(location) }
      }
    }
  }
}
