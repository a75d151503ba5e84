public import Delivery
import Locking

/// A program's own view of a receiver: a filter, a delegate, and streams.
///
/// ```swift
/// let manager = LocationManager()
/// for try await locations in manager.didUpdateLocations {
///   print(locations.last?.coordinate ?? "")
/// }
/// ```
///
/// It is cheap: make one for each part of a program that wants locations, with the accuracy and the filter that this
/// part needs. They share the receiver, which is open while any of them wants something.
///
/// Everything here may be called from any thread, but the delegate, which lives on the main actor. For delegates on an
/// actor of your own see ``ActorLocationManager``.
///
/// - Important: Delegates are called on the main actor, so the main actor must be free to run: in an `async` main, under
///   `dispatchMain()`, or in a run loop. A main thread that blocks in `readLine()` hears nothing.
public final class LocationManager: Sendable {
  let service: any LocationService
  /// The delegate's calls, while it is to be called.
  let feed: DelegateFeed
  private let wishes = Guarded(Wishes())

  /// The proxies that stand in for the delegate; they live and die with the manager.
  @MainActor public let proxies = ProxyStorage()

  /// The delegate, weakly held.
  ///
  /// It may be set before or after a proxy stands in: both are told. Where a proxy stands in, this is the proxy.
  @MainActor public var delegate: (any LocationManagerDelegate)? {
    get { place.wrappedValue }
    set { place.wrappedValue = newValue }
  }

  // Written out: the storage that a wrapper makes is not on the main actor (Swift 6.3).
  @MainActor private var place = ProxyAware<any LocationManagerDelegate>()

  @MainActor let delegates = MulticastDelegates<any LocationManagerDelegate> { delegate in
    { [weak delegate] in delegate }
  }
  @MainActor var filter = DelegateCallFilter()

  /// The settings of this manager.
  private struct Wishes: Sendable {
    var distanceFilter: Double?
    var desiredAccuracy = DesiredAccuracy.best
    var hasPump = false
  }

  /// Makes a view of a receiver; without one, of the receiver that a program has unless it says otherwise.
  public convenience init(_ receiver: Receiver = .default) { self.init(service: receiver) }

  /// Makes a view of whichever of several receivers is the best.
  public convenience init(_ best: BestReceiver) { self.init(service: best) }

  /// Makes another view of the same receiver, with wishes of its own.
  package convenience init(beside other: LocationManager) { self.init(service: other.service) }

  init(service: any LocationService) {
    self.service = service
    feed = DelegateFeed(service)
  }

  deinit { feed.stop() }

  // MARK: - State

  /// The last location, however old; nil if there never was one.
  ///
  /// It is set before anybody is told, and stays when the manager is stopped or the receiver unplugged. Ask ``latest``
  /// for whether it still counts.
  public var location: Location? { service.snapshot.location }

  /// The last location with its age's word, or why there is none; nil if nothing was asked of the receiver yet.
  public var latest: LocationUpdate? { service.snapshot.update }

  /// The receiver's state.
  public var state: ReceiverState { service.snapshot.state }

  /// Names what this is a view of: it is the same for all managers of one receiver, as long as one of them lives.
  package var sourceIdentity: ObjectIdentifier { ObjectIdentifier(service) }

  // MARK: - Settings

  /// Metres that the receiver must have moved before a location is delivered; nil for all of them.
  ///
  /// The distance counts from the location that was delivered last, to the delegate and to each stream by itself. The
  /// first one is always delivered. What is no distance (zero, less, not a number) is the same as nil. A change takes
  /// effect with the next location.
  public var distanceFilter: Double? {
    get { wishes.withLock { $0.distanceFilter } }
    set { wishes.withLock { $0.distanceFilter = newValue } }
  }

  /// How accurate a location must be that is requested without naming an accuracy.
  ///
  /// Streams and delegates are given what there is: see ``Location/horizontalAccuracy``.
  public var desiredAccuracy: DesiredAccuracy {
    get { wishes.withLock { $0.desiredAccuracy } }
    set { wishes.withLock { $0.desiredAccuracy = newValue } }
  }

  /// Whether the delegate is told of locations.
  public var isUpdatingLocation: Bool { feed.isOn }

  /// Begins to tell the delegate of locations; the receiver is opened where it is not.
  ///
  /// Calling it again changes nothing. After a stop it begins anew, with the next location, however near.
  public func startUpdatingLocation() {
    feed.start()
    let isFirst = wishes.withLock { wishes in
      defer { wishes.hasPump = true }
      return !wishes.hasPump
    }
    if isFirst { pump() }
  }

  /// Ends what ``startUpdatingLocation()`` began: on the main actor, nothing is told after this call.
  ///
  /// The receiver is closed a little later if it has no other user. Streams go on.
  public func stopUpdatingLocation() { feed.stop() }

  /// Carries to the main actor what there is to tell, as long as the manager lives.
  private func pump() {
    Task { @MainActor [weak self, batches = feed.batches] in
      for await batch in batches { self?.deliver(batch) }
    }
  }
}
