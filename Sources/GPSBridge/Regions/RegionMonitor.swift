public import GPSDelivery
import GPSSystemCalls

/// Watches any number of regions at once, told apart by their identifiers.
public struct RegionMonitor: Sendable {
  private var trackers: [RegionTracker] = []
  private let rules: RegionTracker.Rules

  /// Begins without a region.
  public init(rules: RegionTracker.Rules = .standard) { self.rules = rules }

  /// The regions watched, in the order they were added.
  public var regions: [CircularRegion] { trackers.map(\.region) }

  /// Begins to watch a region.
  ///
  /// One of the same name is replaced. If the circle is the same, its state stays.
  public mutating func add(_ region: CircularRegion) {
    guard let index = index(of: region.identifier) else {
      trackers.append(RegionTracker(region, rules: rules))
      return
    }
    if trackers[index].region != region { trackers[index] = RegionTracker(region, rules: rules) }
  }

  /// Stops watching a region; false if there is no region of that name.
  @discardableResult
  public mutating func remove(_ identifier: String) -> Bool {
    guard let index = index(of: identifier) else { return false }
    trackers.remove(at: index)
    return true
  }

  /// The state of a region; nil if there is no region of that name.
  public func state(of identifier: String) -> RegionState? {
    index(of: identifier).map { trackers[$0].state }
  }

  /// Takes the next location; returns the changes, in the order in which the regions were added.
  public mutating func update(_ location: Location) -> [RegionEvent] {
    trackers.indices.compactMap { trackers[$0].update(location) }
  }

  private func index(of identifier: String) -> Int? {
    trackers.firstIndex { $0.region.identifier == identifier }
  }
}

extension LocationManager {
  /// Coming to and going from regions, as it happens, for as many loops as you like.
  ///
  /// ```swift
  /// for try await event in manager.regionEvents(for: [home, work]) where event.isExit {
  ///   print("left \(event.region.identifier)")
  /// }
  /// ```
  ///
  /// The first thing told of a region is whether the receiver is within it. A loop is demand, and keeps the manager alive;
  /// the distance filter does not count. It ends with the error where the receiver gives up.
  public func regionEvents(
    for regions: [CircularRegion], rules: RegionTracker.Rules = .standard
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
