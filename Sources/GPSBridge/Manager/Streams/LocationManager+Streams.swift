public import Delivery
public import GNSS

extension LocationManager {
  /// Locations as they come: the ones that piled up while a loop was busy come as one array, up to 256 of them.
  ///
  /// ```swift
  /// for try await locations in manager.locations {
  ///   if let newest = locations.last { show(newest) }
  /// }
  /// ```
  public var locations: LocationUpdates { didUpdateLocations(.newest(256)) }

  /// The same as ``locations``, under the name of the delegate's method.
  public var didUpdateLocations: LocationUpdates { locations }

  /// Locations as they come, with a choice of what is kept for a loop that is busy.
  ///
  /// With `replayLatest` a loop begins with the location that was found last, if the receiver still is there: a stale
  /// one is never replayed.
  public func didUpdateLocations(_ buffering: Buffering, replayLatest: Bool = false) -> LocationUpdates {
    LocationUpdates(manager: self, buffering: buffering, replayLatest: replayLatest)
  }

  /// Registers a consumer of locations, at once.
  ///
  /// Nothing that is found after this call is missed, however late the first ``LocationSubscription/next()`` comes:
  ///
  /// ```swift
  /// let locations = manager.subscribe(.unbounded)    // registered
  /// let updates = manager.didUpdateLocations         // NOT registered before the loop begins
  /// ```
  public func subscribe(
    _ buffering: Buffering = .newest(256), replayLatest: Bool = false
  ) -> LocationSubscription {
    LocationSubscription(self, buffering, replayLatest: replayLatest)
  }

  /// The receiver's position, or why there is none: begins with the present, and tells each change.
  ///
  /// A loop that is busy misses what is out of date, so that a stale location never comes as a live one; to be told of
  /// everything, use ``ReceiverStream/keeping(_:)``. The distance filter does not count here.
  public var liveUpdates: ReceiverStream<LocationUpdate> {
    // An update from before the receiver was closed says nothing about now.
    ReceiverStream(owner: self, source: service.updates, buffering: .latest) { [service] in
      service.snapshot.state != .idle
    }
  }

  /// The receiver's fixes, one for each epoch, also without a position.
  public var fixes: ReceiverStream<Fix> {
    ReceiverStream(owner: self, source: service.fixes, buffering: .newest(256))
  }

  /// The satellites, each time they are all told.
  public var skies: ReceiverStream<Sky> {
    ReceiverStream(owner: self, source: service.skies, buffering: .latest)
  }

  /// Each whole sentence as it was sent.
  public var sentences: ReceiverStream<ReceivedSentence> {
    ReceiverStream(owner: self, source: service.sentences, buffering: .newest(1024))
  }

  /// Events of the device; listening opens nothing.
  public var events: ReceiverStream<ReceiverEvent> {
    ReceiverStream(owner: self, source: service.events, buffering: .newest(256))
  }
}
