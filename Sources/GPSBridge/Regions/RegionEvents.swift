internal import Delivery

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
  ) -> RegionEvents {
    RegionEvents(manager: self, regions: regions, rules: rules)
  }
}

/// Entries and exits of regions; see ``LocationManager/regionEvents(for:rules:)``.
public struct RegionEvents: AsyncSequence, Sendable {
  /// A region was entered or left, or it became known on which side of its border the receiver is.
  public typealias Element = RegionEvent
  /// Why there will be no more.
  public typealias Failure = LocationError

  let manager: LocationManager
  let regions: [CircularRegion]
  let rules: RegionTracker.Rules

  /// Begins to watch the regions.
  public func makeAsyncIterator() -> Iterator {
    var monitor = RegionMonitor(rules: rules)
    for region in regions { monitor.add(region) }
    return Iterator(manager: manager, monitor: monitor)
  }

  /// One loop over what happens.
  public struct Iterator: AsyncIteratorProtocol {
    /// The receiver lives as long as somebody waits for its locations.
    private let manager: LocationManager
    private let locations: Subscription<Location, LocationError>
    private var monitor: RegionMonitor
    /// Events of one location that were not delivered yet, the last first.
    private var waiting: [RegionEvent] = []

    init(manager: LocationManager, monitor: RegionMonitor) {
      self.manager = manager
      self.monitor = monitor
      locations = manager.service.locations.subscribe(.newest(256))
    }

    /// The next event, when there is one; nil at the end and for a cancelled task.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(LocationError) -> RegionEvent? {
      while waiting.isEmpty {
        guard let location = try await locations.next(isolation: isolation) else { return nil }
        waiting = monitor.update(location).reversed()
      }
      return waiting.removeLast()
    }

    /// The next event, when there is one; nil at the end and for a cancelled task.
    public mutating func next() async throws(LocationError) -> RegionEvent? {
      try await next(isolation: #isolation)
    }
  }
}
