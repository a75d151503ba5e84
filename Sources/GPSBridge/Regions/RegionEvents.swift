public import Delivery
import Locking

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
