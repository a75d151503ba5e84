public import GPSDelivery

/// A location manager's delegate side for an actor of your own.
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
/// It is not `Sendable`: it stays on the actor that made it, and its delegates are called there. The filter is that of
/// the manager beneath; starting and stopping are its own. Dropping it stops it.
public final class ActorLocationManager {
  /// The manager beneath, for everything that is not a delegate's: streams, requests, state.
  public let manager: LocationManager
  /// The proxies that stand in for the delegate; they live and die with this object.
  public let proxies = ProxyStorage()

  /// The delegate, weakly held.
  ///
  /// It may be set before or after a proxy stands in: both are told. Where a proxy stands in, this is the proxy.
  @ProxyAware public var delegate: (any ActorLocationManagerDelegate)?

  private let delegates = MulticastDelegates<any ActorLocationManagerDelegate> { delegate in
    { [weak delegate] in delegate }
  }
  private let feed: DelegateFeed
  private var filter = DelegateCallFilter()

  /// Makes the delegate side of a manager.
  ///
  /// - Parameters:
  ///   - manager: The manager beneath.
  ///   - isolation: The actor on which delegates are called, which is the one you are on: `self`. There is no default:
  ///     `#isolation` is nil in the initializer of a stored property, and nil would be no protection.
  public init(_ manager: LocationManager, isolation: isolated any Actor) {
    self.manager = manager
    let feed = DelegateFeed(manager.service)
    self.feed = feed
    let address = DelegateAddress(of: self, on: isolation)
    let batches = feed.batches
    Task.detached { for await batch in batches { await address.deliver(batch) } }
  }

  deinit { feed.stop() }

  /// Whether the delegate is told of locations.
  public var isUpdatingLocation: Bool { feed.isOn }

  /// Begins to tell the delegate of locations; calling it again changes nothing.
  public func startUpdatingLocation() { feed.start() }

  /// Ends what ``startUpdatingLocation()`` began: nothing is told after this call.
  public func stopUpdatingLocation() { feed.stop() }

  /// Adds a delegate beside ``delegate``, weakly held; false if it is one already.
  @discardableResult public func addDelegate(_ delegate: any ActorLocationManagerDelegate) -> Bool {
    delegates.add(delegate)
  }

  /// Removes a delegate that was added; false if it was not.
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

/// Weak references to a manager and its actor, for a task that keeps neither of them alive.
///
/// A task that is isolated to the actor would keep it alive for as long as it waits, with everything that belongs to
/// it: nothing would ever end.
private struct DelegateAddress: Sendable {
  // Unsafe to the compiler, since the reference goes to another thread; right, since it is read on the actor only.
  nonisolated(unsafe) private weak let manager: ActorLocationManager?
  private weak let actor: (any Actor)?

  init(of manager: ActorLocationManager, on actor: any Actor) {
    unsafe self.manager = manager
    self.actor = actor
  }

  func deliver(_ batch: [DelegateFeed.News]) async {
    if let actor { await deliver(batch, on: actor) }
  }

  private func deliver(_ batch: [DelegateFeed.News], on actor: isolated any Actor) {
    unsafe manager?.deliver(batch)
  }
}
