public import GPSDelivery

/// The delegate interface of a location manager, for an actor of your own.
///
/// ```swift
/// actor Logbook {
///   private var manager: ActorLocationManager?
///   private let keeper = Keeper()            // an ActorLocationManagerDelegate that belongs to this actor
///
///   func open(_ locations: LocationManager) {
///     let manager = ActorLocationManager(locations, isolation: self)
///     manager.delegate = keeper
///     manager.startUpdatingLocation()
///     self.manager = manager
///   }
/// }
/// ```
///
/// It is not `Sendable`: it stays on the actor that created it, and calls its delegates there. It uses the
/// filter of the underlying manager, but starts and stops by itself. Releasing it stops it.
public final class ActorLocationManager {
  /// The underlying manager, for everything other than delegates: streams, requests, state.
  public let manager: LocationManager
  /// The proxies installed in place of the delegate; they live as long as this object.
  public let proxies = ProxyStorage()

  /// The delegate, weakly held.
  ///
  /// It may be set before or after a proxy; both are called. With a proxy installed, this is the proxy.
  @ProxyAware public var delegate: (any ActorLocationManagerDelegate)?

  private let delegates = MulticastDelegates<any ActorLocationManagerDelegate> { delegate in
    { [weak delegate] in delegate }
  }
  private let feed: DelegateFeed
  private var filter = DelegateCallFilter()

  /// Creates a delegate interface for a manager.
  ///
  /// - Parameters:
  ///   - manager: The underlying manager.
  ///   - isolation: The actor on which to call delegates: pass `self`. A default of `#isolation` would be nil
  ///     in the initializer of a stored property, and nil isolates nothing.
  public init(_ manager: LocationManager, isolation: isolated any Actor) {
    self.manager = manager
    let feed = DelegateFeed(manager.service)
    self.feed = feed
    let address = DelegateAddress(of: self, on: isolation)
    let batches = feed.batches
    Task.detached { for await batch in batches { await address.deliver(batch) } }
  }

  deinit { feed.stop() }

  /// Whether the delegate receives locations.
  public var isUpdatingLocation: Bool { feed.isOn }

  /// Starts delivering locations to the delegate; calling it again has no effect.
  public func startUpdatingLocation() { feed.start() }

  /// Stops what ``startUpdatingLocation()`` started: no delegate is called after this call.
  public func stopUpdatingLocation() { feed.stop() }

  /// Adds a delegate besides ``delegate``, weakly held; returns false if it was added before.
  @discardableResult public func addDelegate(_ delegate: any ActorLocationManagerDelegate) -> Bool {
    delegates.add(delegate)
  }

  /// Removes an added delegate; returns false if it was not added.
  @discardableResult public func removeDelegate(_ delegate: any ActorLocationManagerDelegate) -> Bool {
    delegates.remove(delegate)
  }

  fileprivate func deliver(_ batch: [DelegateFeed.News]) {
    for (generation, call) in DelegateFeed.grouped(batch) where feed.isCurrent(generation) {
      let distance = manager.distanceFilter
      guard let call = filter.take(call, of: generation, distanceFilter: distance) else { continue }
      switch call {
      case .locations(let locations): tell { $0.locationManager(self, didUpdateLocations: locations) }
      case .error(let error): tell { $0.locationManager(self, didFailWithError: error) }
      case .state(let state): tell { $0.locationManager(self, didChangeState: state) }
      case .event(let event): tell { $0.locationManager(self, didReceiveEvent: event) }
      }
    }
  }

  private func tell(_ body: (any ActorLocationManagerDelegate) -> Void) {
    let first = delegate
    if let first { body(first) }
    delegates.call(except: DelegateFeed.user(behind: first), body)
  }
}

extension ActorLocationManager: ActorHasDelegate, ActorProxyHost {
  /// The protocol of the delegate.
  public typealias Delegate = any ActorLocationManagerDelegate
}

/// Weak references to a manager and its actor, for a task that must not keep either of them alive.
///
/// A task isolated to the actor would keep the actor and all its objects alive while it waits, so nothing
/// would ever be released.
private struct DelegateAddress: Sendable {
  // Safe, but the compiler can't prove it: the reference moves between threads, but only the actor reads it.
  nonisolated(unsafe) private weak let manager: ActorLocationManager?
  private weak let actor: (any Actor)?

  init(of manager: ActorLocationManager, on actor: any Actor) {
    unsafe self.manager = manager
    self.actor = actor
  }

  func deliver(_ batch: [DelegateFeed.News]) async { if let actor { await deliver(batch, on: actor) } }

  private func deliver(_ batch: [DelegateFeed.News], on actor: isolated any Actor) {
    unsafe manager?.deliver(batch)
  }
}
