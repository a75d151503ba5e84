public import GPSDelivery
public import GNSS
import GPSSystemCalls

// A loop keeps the manager alive, and the manager its receiver.

extension LocationManager {
  /// Locations as they come, for as many loops as you like.
  ///
  /// ```swift
  /// for try await locations in manager.locations {
  ///   if let newest = locations.last { show(newest) }
  /// }
  /// ```
  ///
  /// Each element is what has come since the last one, oldest first, and never empty: up to 256 locations, of which the
  /// oldest are dropped and counted. A loop is demand: the receiver is opened for it, and the loop keeps the manager
  /// alive.
  ///
  /// Unplugging the receiver does not end the loop: it goes on when the receiver is back. It ends with the error where the
  /// receiver was told not to wait.
  public var locations: Deliveries<Batches<Location, LocationError>> { didUpdateLocations(.newest(256)) }

  /// The same as ``locations``, under the name of the delegate's method.
  public var didUpdateLocations: Deliveries<Batches<Location, LocationError>> { locations }

  /// Locations as they come, with a choice of what to keep for a busy loop.
  ///
  /// With `replayLatest` a loop begins with the last location, if the receiver is still there: a stale one is never
  /// replayed.
  public func didUpdateLocations(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Deliveries<Batches<Location, LocationError>> {
    Deliveries(buffering) { self.subscribe($0, replayLatest: replayLatest) }
  }

  /// Registers a consumer of locations, at once.
  ///
  /// Nothing that is found after this call is missed, however late the first `next()` comes:
  ///
  /// ```swift
  /// let locations = manager.subscribe(.unbounded)    // registered
  /// let updates = manager.didUpdateLocations         // NOT registered before the loop begins
  /// ```
  public func subscribe(
    _ buffering: Buffering = .newest(256), replayLatest: Bool = false
  ) -> Batches<Location, LocationError> {
    // The one that was found last may be an hour old: then it is not where the receiver is.
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

  /// The receiver's position, or why there is none: begins with the present, and tells each change.
  ///
  /// A loop that is busy misses what is out of date, so that a stale location never comes as a live one; to be told of
  /// everything, use `keeping(_:)`. The distance filter does not count here.
  public var liveUpdates: Deliveries<Subscription<LocationUpdate, Never>> {
    Deliveries(.latest) { [service] buffering in
      // An update from before the receiver was closed says nothing about now.
      service.updates.subscribe(
        buffering, replayLatest: service.snapshot.state != .idle, keepingAlive: self)
    }
  }

  /// The receiver's fixes, one for each epoch, also without a position.
  public var fixes: Deliveries<Subscription<Fix, Never>> { deliveries(of: service.fixes, .newest(256)) }

  /// The satellites, each time they are all told.
  public var skies: Deliveries<Subscription<Sky, Never>> { deliveries(of: service.skies, .latest) }

  /// Each whole sentence as it was sent.
  public var sentences: Deliveries<Subscription<ReceivedSentence, Never>> {
    deliveries(of: service.sentences, .newest(1024))
  }

  /// Events of the device; listening opens nothing.
  public var events: Deliveries<Subscription<ReceiverEvent, Never>> {
    deliveries(of: service.events, .newest(256))
  }

  private func deliveries<Element>(
    of source: BroadcastStream<Element, Never>, _ buffering: Buffering
  ) -> Deliveries<Subscription<Element, Never>> {
    Deliveries(buffering) { source.subscribe($0, keepingAlive: self) }
  }
}

/// Lets a location through when it is far enough from the last one that was let through.
///
/// Each consumer has its own, for "last" means the last that *it* was given: a later consumer begins with a location of
/// its own, and locations that a slow one lost do not count.
struct DistanceFilter: Sendable {
  private var reference: Coordinate?

  /// Takes the locations that a consumer is about to be given; answers those that it is given.
  ///
  /// `meters` says how far is far enough; without a number, or with one that is none, everything is.
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
