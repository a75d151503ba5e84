public import GNSS
public import GPSDelivery
internal import GPSEventRuntime
import GPSSystemCalls

/// A part of a program's interface to a receiver: a filter, a delegate, and streams.
///
/// ```swift
/// let manager = LocationManager()
/// for try await locations in manager.didUpdateLocations {
///   print(locations.last?.coordinate ?? "")
/// }
/// ```
///
/// Managers are cheap: create one for each part of a program, with the accuracy and the filter that this part
/// needs. They share the receiver, which is open while any of them needs it.
///
/// All members may be used from any thread, except for the delegate, which is isolated to the main actor. For
/// delegates on an actor of your own, see ``ActorLocationManager``.
///
/// - Important: Delegates are called on the main actor, so it must run: in an `async` main, under
///   `dispatchMain()`, or in a run loop. While the main thread blocks in `readLine()`, no delegate is called.
public final class LocationManager: Sendable {
  let service: any LocationService
  /// The pending calls of the delegate.
  private let feed: DelegateFeed
  private let options = Guarded(Options())

  /// The proxies installed in place of the delegate; they live as long as the manager.
  @MainActor public let proxies = ProxyStorage()

  /// The delegate, weakly held.
  ///
  /// It may be set before or after a proxy; both are called. With a proxy installed, this is the proxy.
  @MainActor public var delegate: (any LocationManagerDelegate)? {
    get { place.wrappedValue }
    set { place.wrappedValue = newValue }
  }

  // Not a property wrapper: its generated storage would not be on the main actor (Swift 6.3).
  @MainActor private var place = ProxyAware<any LocationManagerDelegate>()

  @MainActor let delegates = MulticastDelegates<any LocationManagerDelegate> { delegate in
    { [weak delegate] in delegate }
  }
  @MainActor private var filter = DelegateCallFilter()

  private struct Options: Sendable {
    var distanceFilter: Double?
    var desiredAccuracy = DesiredAccuracy.best
    var hasPump = false
  }

  /// Creates a manager for a receiver, by default the program's default receiver.
  public convenience init(_ receiver: Receiver = .default) { self.init(service: receiver) }

  /// Creates a manager for the best of several receivers.
  public convenience init(_ best: BestReceiver) { self.init(service: best) }

  /// Creates a manager for the same receiver, with its own settings.
  package convenience init(beside other: LocationManager) { self.init(service: other.service) }

  init(service: any LocationService) {
    self.service = service
    feed = DelegateFeed(service)
  }

  deinit { feed.stop() }

  // MARK: - State

  /// The last location, however old; nil before the first one.
  ///
  /// It is updated before observers are called, and remains after a stop or an unplug. To check whether it is
  /// still current, use ``latest``.
  public var location: Location? { service.snapshot.location }

  /// The last location and its freshness, or why it is missing; nil before the receiver's first update.
  public var latest: LocationUpdate? { service.snapshot.update }

  /// The receiver's current state.
  public var state: ReceiverState { service.snapshot.state }

  /// Identifies the service shared by all managers of one receiver; valid as long as one of them lives.
  package var sourceIdentity: ObjectIdentifier { ObjectIdentifier(service) }

  // MARK: - Settings

  /// The distance in meters that the receiver must move before the next delivery; nil for no filter.
  ///
  /// The distance is measured from the last location delivered, separately for the delegate and each stream.
  /// The first location is always delivered. A value that is not positive, or NaN, counts as nil. A change
  /// takes effect with the next location.
  public var distanceFilter: Double? {
    get { options.withLock { $0.distanceFilter } }
    set { options.withLock { $0.distanceFilter = newValue } }
  }

  /// The accuracy of requested locations, unless a request specifies its own.
  ///
  /// Streams and delegates receive locations of any accuracy: see ``Location/horizontalAccuracy``.
  public var desiredAccuracy: DesiredAccuracy {
    get { options.withLock { $0.desiredAccuracy } }
    set { options.withLock { $0.desiredAccuracy = newValue } }
  }

  /// Whether the delegate receives locations.
  public var isUpdatingLocation: Bool { feed.isOn }

  /// Starts delivering locations to the delegate, and opens the receiver if necessary.
  ///
  /// Calling it again has no effect. After a stop, delivery restarts with the next location, however near.
  public func startUpdatingLocation() {
    feed.start()
    let isFirst = options.withLock { options in
      defer { options.hasPump = true }
      return !options.hasPump
    }
    if isFirst { pump() }
  }

  /// Stops what ``startUpdatingLocation()`` started: on the main actor, no delegate call follows this call.
  ///
  /// The receiver is closed shortly after if it has no other consumer. Streams continue.
  public func stopUpdatingLocation() { feed.stop() }

  /// Delivers pending calls on the main actor as long as the manager lives.
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
  /// Adds a delegate besides ``delegate``; returns false if it was added before.
  ///
  /// Added delegates are called after ``delegate``, in order of addition, and are held weakly. An object that
  /// is also ``delegate`` is called only once.
  @discardableResult public func addDelegate(_ delegate: any LocationManagerDelegate) -> Bool {
    delegates.add(delegate)
  }

  /// Removes an added delegate; returns false if it was not added.
  ///
  /// It is not called again, not even for a delivery in progress.
  @discardableResult public func removeDelegate(_ delegate: any LocationManagerDelegate) -> Bool {
    delegates.remove(delegate)
  }

  private func deliver(_ batch: [DelegateFeed.News]) {
    // Checked for each call: a delegate may stop the manager in the middle of a batch.
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
    // Don't call an object twice that is the delegate, perhaps through proxies, and was also added.
    delegates.call(except: DelegateFeed.user(behind: first), body)
  }
}

/// The required accuracy of a requested location.
///
/// It does not change how the receiver works: it decides when a request is fulfilled.
public struct DesiredAccuracy: Sendable, Hashable {
  /// The largest acceptable ``Location/horizontalAccuracy`` in meters; nil for any accuracy.
  public let meters: Double?

  /// Any accuracy: the receiver's next location.
  public static let best = DesiredAccuracy(meters: nil)
  /// An accuracy of ten meters.
  public static let tenMeters = within(10)
  /// An accuracy of a hundred meters.
  public static let hundredMeters = within(100)
  /// An accuracy of a thousand meters.
  public static let kilometer = within(1000)
  /// An accuracy of three thousand meters.
  public static let threeKilometers = within(3000)

  /// An accuracy in meters; a value that is not positive and finite is the same as ``best``.
  public static func within(_ meters: Double) -> DesiredAccuracy {
    DesiredAccuracy(meters: meters > 0 && meters.isFinite ? meters : nil)
  }

  /// Returns whether a location is accurate enough.
  public func isMet(by location: Location) -> Bool {
    meters.map { location.horizontalAccuracy <= $0 } ?? true
  }
}

// A running loop retains the manager, and the manager retains its receiver.

extension LocationManager {
  /// New locations, for any number of loops.
  ///
  /// ```swift
  /// for try await locations in manager.locations {
  ///   if let newest = locations.last { show(newest) }
  /// }
  /// ```
  ///
  /// Each element has the locations since the previous one, oldest first, and is never empty: it has at most
  /// 256 locations; older ones are dropped and counted. A running loop keeps the receiver open and the
  /// manager alive.
  ///
  /// To miss no location found before the loop begins, register its consumer first:
  ///
  /// ```swift
  /// let registered = manager.locations.subscribe(.unbounded)
  /// let notRegistered = manager.locations.keeping(.unbounded)  // before a loop begins
  /// ```
  ///
  /// Unplugging the receiver does not end the loop: it continues when the receiver is back. If the receiver's
  /// options say not to wait, the loop throws the error.
  public var locations: Deliveries<Batches<Location, LocationError>> {
    Deliveries(.newest(256)) { self.subscribe($0) }
  }

  /// The same as ``locations``, named like the delegate's method.
  public var didUpdateLocations: Deliveries<Batches<Location, LocationError>> { locations }

  /// Registers a consumer of locations immediately.
  ///
  /// With `replayLatest`, it starts with the last location if it is current; a stale location is never
  /// replayed.
  func subscribe(
    _ buffering: Buffering = .newest(256), replayLatest: Bool = false
  ) -> Batches<Location, LocationError> {
    // The last location may be an hour old, and no longer where the receiver is.
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

  /// The receiver's location, or why it is missing: the current update first, then each change.
  ///
  /// A slow loop skips outdated updates, so that a stale location never appears as a live one; to receive all
  /// updates, use `keeping(_:)`. The distance filter does not apply.
  public var liveUpdates: Deliveries<Subscription<LocationUpdate, Never>> {
    Deliveries(.latest) { [service] buffering in
      // An update from before the receiver was closed is outdated.
      service.updates.subscribe(buffering, replayLatest: service.snapshot.state != .idle, keepingAlive: self)
    }
  }

  /// The receiver's fixes, one per epoch, even without a position.
  public var fixes: Deliveries<Subscription<Fix, Never>> { deliveries(of: service.fixes, .newest(256)) }

  /// Each complete sky.
  public var skies: Deliveries<Subscription<Sky, Never>> { deliveries(of: service.skies, .latest) }

  /// Each complete sentence as the receiver sent it.
  public var sentences: Deliveries<Subscription<ReceivedSentence, Never>> {
    deliveries(of: service.sentences, .newest(1024))
  }

  /// Events of the device; subscribing does not open it.
  public var events: Deliveries<Subscription<ReceiverEvent, Never>> {
    deliveries(of: service.events, .newest(256))
  }

  private func deliveries<Element>(
    of source: BroadcastStream<Element, Never>, _ buffering: Buffering
  ) -> Deliveries<Subscription<Element, Never>> {
    Deliveries(buffering) { source.subscribe($0, keepingAlive: self) }
  }
}

/// Passes locations that are far enough from the last one passed.
///
/// Each consumer has its own filter, because "last" means the last location that this consumer received: a
/// later consumer starts with its own first location, and locations dropped for a slow consumer don't count.
struct DistanceFilter: Sendable {
  private var reference: Coordinate?

  /// Returns the locations to deliver to the consumer.
  ///
  /// `meters` is the minimum distance; without a valid number, all locations pass.
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
