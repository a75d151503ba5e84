public import GPSBridge

/// Where the receiver is now, or that nobody knows.
///
/// ```swift
/// for try await update in CLLocationUpdate.liveUpdates() {
///   if let location = update.location { show(location) } else { show(update.reason) }
/// }
/// ```
public struct CLLocationUpdate: Sendable, Hashable {
  /// The present location; nil where the last one is too old to be that.
  public let location: CLLocation?
  /// Why there is no present location; nil exactly if there is one.
  public let reason: NoLocationReason?

  /// Says in Apple's words what a receiver said.
  public init(_ update: LocationUpdate) {
    location = update.location.map(CLLocation.init)
    reason = update.reason
  }

  /// Whether this user may not open the receiver's port.
  public var authorizationDenied: Bool { reason == .permissionDenied }
  /// Whether there is no location at this moment, for whatever reason.
  public var locationUnavailable: Bool { location == nil }

  /// Where the receiver is, for as long as a loop runs: it needs no delegate and no start.
  public static func liveUpdates() -> Updates { liveUpdates(of: LocationManager()) }

  /// The same, of a manager of your own.
  public static func liveUpdates(of manager: LocationManager) -> Updates {
    Updates(source: manager.liveUpdates)
  }

  /// Where a receiver is, and each change; a loop that is busy misses what is out of date.
  public struct Updates: AsyncSequence, Sendable {
    let source: ReceiverStream<LocationUpdate>

    /// Registers a new consumer.
    public func makeAsyncIterator() -> Iterator { Iterator(updates: source.makeAsyncIterator()) }

    /// One loop over the updates.
    public struct Iterator: AsyncIteratorProtocol {
      let updates: ReceiverStream<LocationUpdate>.Iterator

      /// The next update, when there is one; nil at the end and for a cancelled task.
      ///
      /// It throws because Apple's does: a `for try await` reads the same on both. Nothing here throws.
      public mutating func next(
        isolation: isolated (any Actor)? = #isolation
      ) async throws -> CLLocationUpdate? {
        await updates.next(isolation: isolation).map(CLLocationUpdate.init)
      }

      /// The next update, when there is one; nil at the end and for a cancelled task.
      public mutating func next() async throws -> CLLocationUpdate? { try await next(isolation: #isolation) }
    }
  }
}
