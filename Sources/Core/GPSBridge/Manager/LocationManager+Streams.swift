public import GPSDelivery
public import GNSS
import GPSSystemCalls

// A running loop retains the manager, and the manager retains its receiver.

extension LocationManager {
  /// New locations, for any number of loops.
  ///
  /// ```swift
  /// for try await locations in manager.locations {
  ///   if let newest = locations.last { show(newest) }
  /// }
  /// ```
  ///
  /// Each element has the locations since the previous one, oldest first, and is never empty: it has at most
  /// 256 locations; older ones are dropped and counted. A running loop keeps the receiver open and the
  /// manager alive.
  ///
  /// Unplugging the receiver does not end the loop: it continues when the receiver is back. If the receiver's
  /// options say not to wait, the loop throws the error.
  public var locations: Deliveries<Batches<Location, LocationError>> { didUpdateLocations(.newest(256)) }

  /// The same as ``locations``, named like the delegate's method.
  public var didUpdateLocations: Deliveries<Batches<Location, LocationError>> { locations }

  /// New locations, with a choice of what to keep for a slow loop.
  ///
  /// With `replayLatest`, a loop starts with the last location if it is current; a stale location is never
  /// replayed.
  public func didUpdateLocations(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Deliveries<Batches<Location, LocationError>> {
    Deliveries(buffering) { self.subscribe($0, replayLatest: replayLatest) }
  }

  /// Registers a consumer of locations immediately.
  ///
  /// It misses no location found after this call, however late the first `next()` is called:
  ///
  /// ```swift
  /// let locations = manager.subscribe(.unbounded)    // registered
  /// let updates = manager.didUpdateLocations         // NOT registered before the loop begins
  /// ```
  public func subscribe(
    _ buffering: Buffering = .newest(256), replayLatest: Bool = false
  ) -> Batches<Location, LocationError> {
    // The last location may be an hour old, and no longer where the receiver is.
    let isCurrent = latest?.location != nil
    let filter = Guarded(DistanceFilter())
    return Batches(
      subscription: service.locations.subscribe(
        buffering, replayLatest: replayLatest && isCurrent, keepingAlive: self
      ) { location in
        let distance = self.distanceFilter
        return filter.withLock { $0.pass([location], meters: distance) }
      })
  }

  /// The receiver's location, or why it is missing: the current update first, then each change.
  ///
  /// A slow loop skips outdated updates, so that a stale location never appears as a live one; to receive all
  /// updates, use `keeping(_:)`. The distance filter does not apply.
  public var liveUpdates: Deliveries<Subscription<LocationUpdate, Never>> {
    Deliveries(.latest) { [service] buffering in
      // An update from before the receiver was closed is outdated.
      service.updates.subscribe(
        buffering, replayLatest: service.snapshot.state != .idle, keepingAlive: self)
    }
  }

  /// The receiver's fixes, one per epoch, even without a position.
  public var fixes: Deliveries<Subscription<Fix, Never>> { deliveries(of: service.fixes, .newest(256)) }

  /// Each complete sky.
  public var skies: Deliveries<Subscription<Sky, Never>> { deliveries(of: service.skies, .latest) }

  /// Each complete sentence as the receiver sent it.
  public var sentences: Deliveries<Subscription<ReceivedSentence, Never>> {
    deliveries(of: service.sentences, .newest(1024))
  }

  /// Events of the device; subscribing does not open it.
  public var events: Deliveries<Subscription<ReceiverEvent, Never>> {
    deliveries(of: service.events, .newest(256))
  }

  private func deliveries<Element>(
    of source: BroadcastStream<Element, Never>, _ buffering: Buffering
  ) -> Deliveries<Subscription<Element, Never>> {
    Deliveries(buffering) { source.subscribe($0, keepingAlive: self) }
  }
}

/// Passes locations that are far enough from the last one passed.
///
/// Each consumer has its own filter, because "last" means the last location that this consumer received: a
/// later consumer starts with its own first location, and locations dropped for a slow consumer don't count.
struct DistanceFilter: Sendable {
  private var reference: Coordinate?

  /// Returns the locations to deliver to the consumer.
  ///
  /// `meters` is the minimum distance; without a valid number, all locations pass.
  mutating func pass(_ locations: [Location], meters: Double?) -> [Location] {
    guard let meters, meters > 0 else {
      reference = locations.last?.coordinate ?? reference
      return locations
    }
    return locations.filter { location in
      if let reference, reference.distance(to: location.coordinate) < meters { return false }
      reference = location.coordinate
      return true
    }
  }
}
