public import GPSBridge

/// The receiver's current location, or the reason why it is unknown.
///
/// ```swift
/// for try await update in CLLocationUpdate.liveUpdates() {
///   if let location = update.location { show(location) } else { show(update.reason) }
/// }
/// ```
public struct CLLocationUpdate: Sendable, Hashable {
  /// The current location; nil if it is missing or too old.
  public let location: CLLocation?
  /// The reason for a missing location; nil if and only if there is a location.
  public let reason: NoLocationReason?

  /// Creates an update from a receiver's.
  public init(_ update: LocationUpdate) {
    location = update.location.map(CLLocation.init)
    reason = update.reason
  }

  /// Whether this user may not open the receiver's port.
  public var authorizationDenied: Bool { reason == .permissionDenied }
  /// Whether a location is missing at the moment, for any reason.
  public var locationUnavailable: Bool { location == nil }

  /// Whether the receiver is slower than half a meter per second.
  ///
  /// It is false if the speed is unknown. Unlike on a phone, updates continue.
  public var stationary: Bool { location.map { $0.speed >= 0 && $0.speed < 0.5 } ?? false }
  /// The older name of ``stationary``.
  public var isStationary: Bool { stationary }

  /// Always false: receivers report their exact location.
  public var accuracyLimited: Bool { false }
  /// Always false: programs here are always in use.
  public var insufficientlyInUse: Bool { false }
  /// Always false: there is no system-wide setting.
  public var authorizationDeniedGlobally: Bool { false }
  /// Always false: there are no restrictions here.
  public var authorizationRestricted: Bool { false }
  /// Always false: the user is not asked for permission.
  public var authorizationRequestInProgress: Bool { false }
  /// Always false: there are no service sessions.
  public var serviceSessionRequired: Bool { false }

  /// Returns the receiver's updates for as long as a loop runs, without a delegate or a start.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    liveUpdates(configuration, of: LocationManager())
  }

  /// Returns the updates of a given manager.
  public static func liveUpdates(
    _ configuration: LiveConfiguration = .default, of manager: LocationManager
  ) -> Updates { Updates(source: manager.liveUpdates) }

  /// How the receiver is carried; a hint without effect.
  ///
  /// A receiver has its own motion model, which this does not set.
  public enum LiveConfiguration: Int, Sendable, Hashable, CaseIterable {
    /// No specific use.
    case `default` = 0
    /// A car, on roads.
    case automotiveNavigation = 1
    /// A different vehicle, such as a boat or a train.
    case otherNavigation = 2
    /// A person on foot or on a bicycle.
    case fitness = 3
    /// An aircraft.
    case airborne = 4
  }

  /// A receiver's updates; a slow loop skips outdated ones.
  public struct Updates: AsyncSequence, Sendable {
    let source: Deliveries<Subscription<LocationUpdate, Never>>

    /// Registers a new consumer.
    public func makeAsyncIterator() -> Iterator { Iterator(updates: source.makeAsyncIterator()) }

    /// Returns the first update that satisfies a condition; nil if the sequence ends first.
    ///
    /// The standard `first(where:)` runs off the caller's actor, so it can't accept a main-actor closure.
    public nonisolated(nonsending) func first(
      where isWanted: (CLLocationUpdate) throws -> Bool
    ) async throws -> CLLocationUpdate? {
      for try await update in self where try isWanted(update) { return update }
      return nil
    }

    /// An iterator over the updates.
    public struct Iterator: AsyncIteratorProtocol {
      let updates: Subscription<LocationUpdate, Never>

      /// Returns the next update; nil at the end, and if the task is canceled.
      ///
      /// It is declared as throwing, like Apple's, so that `for try await` works on both; it never throws.
      public mutating func next(
        isolation: isolated (any Actor)? = #isolation
      ) async throws -> CLLocationUpdate? {
        await updates.next(isolation: isolation).map(CLLocationUpdate.init)
      }

      /// Returns the next update; nil at the end, and if the task is canceled.
      public mutating func next() async throws -> CLLocationUpdate? { try await next(isolation: #isolation) }
    }
  }
}
