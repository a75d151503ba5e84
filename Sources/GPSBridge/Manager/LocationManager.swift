public import GPSDelivery
internal import GPSEventRuntime
internal import GNSS
import GPSSystemCalls

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
  private let feed: DelegateFeed
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
  @MainActor private var filter = DelegateCallFilter()

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

  /// The last location with its freshness, or why there is none; nil if nothing was asked of the receiver yet.
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

extension LocationManager: HasDelegate, ProxyHost {
  /// The protocol of the delegate.
  public typealias Delegate = any LocationManagerDelegate
}

@MainActor extension LocationManager {
  /// Adds a delegate beside ``delegate``; false if it is one already.
  ///
  /// Those added are told after it, in the order they were added, each weakly held and each told once.
  @discardableResult public func addDelegate(_ delegate: any LocationManagerDelegate) -> Bool {
    delegates.add(delegate)
  }

  /// Removes a delegate that was added; false if it was not.
  ///
  /// It is told nothing more, not even in a delivery that is under way.
  @discardableResult public func removeDelegate(_ delegate: any LocationManagerDelegate) -> Bool {
    delegates.remove(delegate)
  }

  /// Tells a batch of calls, as long as its listener still listens.
  private func deliver(_ batch: [DelegateFeed.News]) {
    // Asked each time: a delegate may stop the manager in the middle of a batch.
    for (generation, call) in DelegateFeed.grouped(batch) where feed.isCurrent(generation) {
      guard let call = filter.take(call, of: generation, distanceFilter: distanceFilter) else { continue }
      switch call {
      case .locations(let locations): tell { $0.locationManager(self, didUpdateLocations: locations) }
      case .error(let error): tell { $0.locationManager(self, didFailWithError: error) }
      case .state(let state): tell { $0.locationManager(self, didChangeState: state) }
      case .event(let event): tell { $0.locationManager(self, didReceiveEvent: event) }
      }
    }
  }

  private func tell(_ body: (any LocationManagerDelegate) -> Void) {
    let first = delegate
    if let first { body(first) }
    // An object that is the delegate, perhaps through proxies, and also in the list was told already.
    delegates.call(except: DelegateFeed.user(behind: first), body)
  }
}

/// How accurate a requested location has to be.
///
/// A receiver has one way of working, so this is no order to it: it decides when a request is content.
public struct DesiredAccuracy: Sendable, Hashable {
  /// Meters of ``Location/horizontalAccuracy`` that are good enough; nil if any accuracy is.
  public let meters: Double?

  /// The best that the receiver has: its next location, with any accuracy.
  public static let best = DesiredAccuracy(meters: nil)
  /// Ten meters.
  public static let tenMeters = within(10)
  /// A hundred meters.
  public static let hundredMeters = within(100)
  /// A thousand meters.
  public static let kilometer = within(1000)
  /// Three thousand meters.
  public static let threeKilometers = within(3000)

  /// An accuracy in meters; zero and below is the same as ``best``.
  public static func within(_ meters: Double) -> DesiredAccuracy {
    DesiredAccuracy(meters: meters > 0 && meters.isFinite ? meters : nil)
  }

  /// Whether a location is good enough.
  public func isMet(by location: Location) -> Bool {
    meters.map { location.horizontalAccuracy <= $0 } ?? true
  }
}

/// The source of a manager: one receiver, or the best of several.
protocol LocationService: AnyObject, Sendable {
  var updates: BroadcastStream<LocationUpdate, Never> { get }
  var locations: BroadcastStream<Location, LocationError> { get }
  var fixes: BroadcastStream<Fix, Never> { get }
  var skies: BroadcastStream<Sky, Never> { get }
  var sentences: BroadcastStream<ReceivedSentence, Never> { get }
  var events: BroadcastStream<ReceiverEvent, Never> { get }

  /// The present situation, to be asked at any time.
  var snapshot: ReceiverSnapshot { get }
  var time: any TimeSource { get }
  /// The loop on which observers are called, in order.
  var loop: EventLoop { get }

  /// Registers an observer that is called on the loop; the token removes it.
  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int
  /// Removes an observer; a call under way is not waited for.
  func stopObserving(_ token: Int)
  /// A consumer of locations comes or goes.
  func demand(_ demand: Demand)
}

extension Receiver: LocationService {
  var snapshot: ReceiverSnapshot { engine.snapshot }

  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int { engine.observe(body) }
  func stopObserving(_ token: Int) { engine.stopObserving(token) }
  func demand(_ demand: Demand) { engine.demand(demand) }
}
