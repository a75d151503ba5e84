internal import Delivery
import Locking

/// The locations of a manager as they come, for as many loops as you like.
///
/// ```swift
/// for try await locations in manager.didUpdateLocations {
///   if let newest = locations.last { show(newest) }
/// }
/// ```
///
/// Each element is what has come since the last one, oldest first, and never empty. A loop is demand: the receiver is
/// opened for it, and the loop keeps the manager alive.
///
/// Unplugging the receiver does not end the loop: it goes on when the receiver is back. It ends with the error where the
/// receiver was told not to wait.
public struct LocationUpdates: AsyncSequence, Sendable {
  /// All that came since the last element.
  public typealias Element = [Location]
  /// Why there will be no more.
  public typealias Failure = LocationError

  let manager: LocationManager
  let buffering: Buffering
  let replayLatest: Bool

  /// Registers a new consumer.
  public func makeAsyncIterator() -> LocationSubscription {
    LocationSubscription(manager, buffering, replayLatest: replayLatest)
  }
}

/// One consumer of a manager's locations, registered from the moment it exists.
///
/// It is a sequence for one loop. It goes when it is dropped, when ``cancel()`` is called, or when the task that waits
/// for it is cancelled.
public final class LocationSubscription: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let manager: LocationManager
  private let batches: Batches<Location, LocationError>
  private let filter = Guarded(DistanceFilter())

  init(_ manager: LocationManager, _ buffering: Buffering, replayLatest: Bool) {
    self.manager = manager
    // The one that was found last may be an hour old: then it is not where the receiver is.
    let isCurrent = manager.latest?.location != nil
    batches = manager.service.locations.batches(buffering, replayLatest: replayLatest && isCurrent)
  }

  /// Leaves: what waits is lost, and the loop ends.
  public func cancel() { batches.cancel() }

  /// How many locations this consumer has lost to its own buffering.
  public var droppedCount: Int { batches.droppedCount }

  /// The one iterator of this subscription.
  public func makeAsyncIterator() -> LocationSubscription { self }

  /// The locations since the last call, once there is one; nil at the end and for a cancelled task.
  public func next(isolation: isolated (any Actor)? = #isolation) async throws(LocationError) -> [Location]? {
    while let batch = try await batches.next(isolation: isolation) {
      let kept = pass(batch)
      if !kept.isEmpty { return kept }
    }
    return nil
  }

  /// The locations since the last call, once there is one; nil at the end and for a cancelled task.
  public func next() async throws(LocationError) -> [Location]? { try await next(isolation: #isolation) }

  private func pass(_ batch: [Location]) -> [Location] {
    let metres = manager.distanceFilter
    return filter.withLock { $0.pass(batch, metres: metres) }
  }
}
