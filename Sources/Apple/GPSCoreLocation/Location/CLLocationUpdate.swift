public import GPSBridge

/// The present place of the receiver, or the reason why it is unknown.
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

  /// Whether the receiver measures that it stands, or hardly moves: it is slower than half a meter per second.
  ///
  /// It is false where the speed is not known. Unlike on a phone, updates go on.
  public var stationary: Bool { location.map { $0.speed >= 0 && $0.speed < 0.5 } ?? false }
  /// The same as ``stationary``, under its older name.
  public var isStationary: Bool { stationary }

  /// False: a receiver tells the place as exactly as it knows it.
  public var accuracyLimited: Bool { false }
  /// False: a program here is always in use.
  public var insufficientlyInUse: Bool { false }
  /// False: there is no such setting for all programs.
  public var authorizationDeniedGlobally: Bool { false }
  /// False: nothing here restricts.
  public var authorizationRestricted: Bool { false }
  /// False: there is no question to the user.
  public var authorizationRequestInProgress: Bool { false }
  /// False: there are no sessions.
  public var serviceSessionRequired: Bool { false }

  /// Follows the receiver for as long as a loop runs: no delegate and no start is needed.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    liveUpdates(configuration, of: LocationManager())
  }

  /// The same, of a manager of your own.
  public static func liveUpdates(
    _ configuration: LiveConfiguration = .default, of manager: LocationManager
  ) -> Updates {
    Updates(source: manager.liveUpdates)
  }

  /// The way the receiver is carried: a hint that changes nothing.
  ///
  /// A receiver has a motion model of its own, which this does not set.
  public enum LiveConfiguration: Int, Sendable, Hashable, CaseIterable {
    /// Anything.
    case `default` = 0
    /// A car, on roads.
    case automotiveNavigation = 1
    /// Another vehicle, such as a boat or a train.
    case otherNavigation = 2
    /// A person on foot or on a bicycle.
    case fitness = 3
    /// An aircraft.
    case airborne = 4
  }

  /// The places of a receiver as they change; a loop that is busy misses what is out of date.
  public struct Updates: AsyncSequence, Sendable {
    let source: Deliveries<Subscription<LocationUpdate, Never>>

    /// Registers a new consumer.
    public func makeAsyncIterator() -> Iterator { Iterator(updates: source.makeAsyncIterator()) }

    /// The first update that is wanted; nil if the sequence ends before.
    ///
    /// The one that every sequence has runs elsewhere, and so the compiler refuses it a closure of the main actor.
    public nonisolated(nonsending) func first(
      where isWanted: (CLLocationUpdate) throws -> Bool
    ) async throws -> CLLocationUpdate? {
      for try await update in self where try isWanted(update) { return update }
      return nil
    }

    /// One loop over the updates.
    public struct Iterator: AsyncIteratorProtocol {
      let updates: Subscription<LocationUpdate, Never>

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
