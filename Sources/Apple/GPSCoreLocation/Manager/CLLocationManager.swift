internal import GPSDelivery
internal import GPSSystemCalls
public import Foundation
public import GPSBridge

/// Delivers a receiver's locations to a delegate, like the class of this name on Apple's platforms.
///
/// ```swift
/// final class Map: NSObject, CLLocationManagerDelegate {
///   let manager = CLLocationManager()
///
///   func show() {
///     manager.delegate = self
///     manager.startUpdatingLocation()
///   }
///
///   func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
///     print(locations.last ?? "")
///   }
/// }
/// ```
///
/// The class and its delegates are isolated to the main actor. It may be created and configured anywhere, for
/// example in a stored property; its delegate is still called on the main actor. Calling its methods from
/// elsewhere causes a warning in Swift 6 mode. An override of ``desiredAccuracy``, ``distanceFilter`` or
/// ``activityType`` is `nonisolated`, like the original.
///
/// - Important: The main actor must run: in an `async` main, under `dispatchMain()`, or in a run loop. While
///   the main thread blocks in `readLine()`, no delegate is called.
@preconcurrency @MainActor open class CLLocationManager: NSObject {
  /// The proxies installed in place of the delegate; they live as long as the manager.
  public let proxies = ProxyStorage()

  /// The delegate, weakly held.
  ///
  /// It may be set before or after a proxy; both are called. With a proxy installed, this is the proxy.
  @ProxyAware public var delegate: (any CLLocationManagerDelegate)?

  /// The underlying manager of this package: streams, requests, satellites, and the receiver's state.
  public let locationManager: LocationManager

  private struct Settings: Sendable {
    var desiredAccuracy = kCLLocationAccuracyBest
    var activityType = CLActivityType.other
  }

  private nonisolated let settings = Guarded(Settings())

  /// The current authorization status.
  private var status = CLAuthorizationStatus.notDetermined
  /// Keeps the receiver open until the authorization is known; its fixes are not read.
  private var trial: Subscription<Fix, Never>?
  private var request: Task<Void, Never>?
  /// The last location delivered, and the last one delivered for a request.
  private var told: Location?
  private var requested: Location?

  /// The monitored regions, shared by all managers of this receiver.
  var regionWatch: RegionWatch {
    let watch = joined ?? RegionWatch.joined(by: self)
    joined = watch
    return watch
  }

  private var joined: RegionWatch?
  private let listener = ManagerListener()
  private let events: Subscription<ReceiverEvent, Never>
  private var hasJoined = false
  private var hasStarted = false

  /// Creates a manager for the program's default receiver.
  public nonisolated override init() {
    locationManager = LocationManager()
    events = locationManager.events.subscribe()
    status = CLAuthorizationStatus(locationManager.state) ?? .notDetermined
    super.init()
    follow()
  }

  /// Creates a manager on top of another one, sharing its filter and accuracy.
  public nonisolated init(_ manager: LocationManager) {
    locationManager = manager
    // Subscribe before reading the state, so that no change is missed.
    events = manager.events.subscribe()
    status = CLAuthorizationStatus(manager.state) ?? .notDetermined
    super.init()
    follow()
  }

  /// Creates a manager for a receiver.
  public nonisolated convenience init(receiver: Receiver) { self.init(LocationManager(receiver)) }

  /// Starts following the receiver's events on the main actor; callable on any thread.
  private nonisolated func follow() {
    Task { @MainActor [weak self, events] in
      self?.join()
      self?.tellAuthorization()
      for await event in events { self?.take(event) }
      // The receiver has given up, so the authorization stays unknown.
      self?.trial = nil
    }
  }

  isolated deinit {
    events.cancel()
    request?.cancel()
    if hasStarted { locationManager.stopUpdatingLocation() }
    joined?.leave(ObjectIdentifier(self))
  }

  /// Joins the managers that share this manager's receiver; done once, before anything can be delivered.
  private func join() {
    guard !hasJoined else { return }
    hasJoined = true
    listener.owner = self
    locationManager.addDelegate(listener)
    _ = regionWatch
  }

  /// The last location, however old; nil before the first one.
  ///
  /// It is updated before the delegate is called, and remains after a stop or an unplug.
  open var location: CLLocation? { locationManager.location.map(CLLocation.init) }

  /// The distance in meters that the receiver must move before the next location is delivered.
  ///
  /// The distance is measured from the last location delivered; the first one is always delivered. A value
  /// that is not positive, such as ``kCLDistanceFilterNone``, disables the filter.
  nonisolated open var distanceFilter: CLLocationDistance {
    get { locationManager.distanceFilter ?? kCLDistanceFilterNone }
    set { locationManager.distanceFilter = newValue > 0 ? newValue : nil }
  }

  /// The accuracy that a location must have for ``requestLocation()``.
  ///
  /// It does not change how the receiver works: ``startUpdatingLocation()`` delivers all locations, as
  /// accurate as they are.
  nonisolated open var desiredAccuracy: CLLocationAccuracy {
    get { settings.withLock { $0.desiredAccuracy } }
    set {
      settings.withLock { settings in
        settings.desiredAccuracy = newValue
        // Under the lock: if two threads set it, both managers keep the same value.
        locationManager.desiredAccuracy = .within(newValue)
      }
    }
  }

  /// How the receiver is carried; a hint without effect.
  ///
  /// A receiver has its own motion model, which this does not set.
  nonisolated open var activityType: CLActivityType {
    get { settings.withLock { $0.activityType } }
    set { settings.withLock { $0.activityType = newValue } }
  }

  /// Starts delivering locations to the delegate, and opens the receiver if necessary.
  ///
  /// Calling it again has no effect. After a stop, delivery restarts with the next location, however near.
  open func startUpdatingLocation() {
    join()
    hasStarted = true
    locationManager.startUpdatingLocation()
  }

  /// Stops what ``startUpdatingLocation()`` and ``requestLocation()`` started; no delegate call follows.
  ///
  /// The receiver is closed shortly after if it has no other consumer.
  open func stopUpdatingLocation() {
    hasStarted = false
    locationManager.stopUpdatingLocation()
    request?.cancel()
    request = nil
  }

  /// Requests one location: the first that meets ``desiredAccuracy``, or the best within ten seconds.
  ///
  /// The delegate's `didUpdateLocations` receives it, or `didFailWithError` an error. Until then, another
  /// call has no effect. For several requests with their own timeouts, use ``locationManager``.
  open func requestLocation() { beginRequest() }

  /// Whether this user may open the receiver's port, as far as known.
  open var authorizationStatus: CLAuthorizationStatus { status }

  /// Determines whether this user may open the receiver's port, by opening it briefly.
  ///
  /// The user is not asked. The delegate's `locationManagerDidChangeAuthorization` reports the result.
  /// Without a receiver, it is pending until one is plugged in, like an unanswered prompt on a phone. A port
  /// that is refused is retried periodically. If the port was opened before, this has no effect.
  open func requestWhenInUseAuthorization() { beginTrial() }

  /// The same as ``requestWhenInUseAuthorization()``: permission to open a port has no time limit.
  open func requestAlwaysAuthorization() { beginTrial() }
}

extension CLLocationManager: HasDelegate, ProxyHost {
  /// The protocol of the delegate.
  public typealias Delegate = any CLLocationManagerDelegate
}

extension CLLocationManager {
  /// Handles an event of the receiver, which may show the authorization.
  private func take(_ event: ReceiverEvent) {
    guard let status = CLAuthorizationStatus(event.kind) else { return }
    note(status)
    // Once the port was open, the trial is over. If it was refused, the attempts continue.
    if status == .authorizedAlways { trial = nil }
  }

  /// Notes the authorization status, and reports a change to the delegate.
  private func note(_ status: CLAuthorizationStatus) {
    guard status != self.status else { return }
    self.status = status
    tellAuthorization()
  }

  private func tellAuthorization() {
    delegate?.locationManagerDidChangeAuthorization(self)
    delegate?.locationManager(self, didChangeAuthorization: status)
  }

  /// Keeps the device in demand until it was opened, so that the result arrives as an event.
  ///
  /// It does not call the delegate, which could request authorization again, without end.
  private func beginTrial() {
    guard status != .authorizedAlways, trial == nil else { return }
    trial = locationManager.fixes.keeping(.latest).subscribe()
  }
}

extension CLLocationManager {
  fileprivate func deliver(_ locations: [Location]) {
    let news = unseen(locations)
    guard let newest = news.last else { return }
    told = newest
    delegate?.locationManager(self, didUpdateLocations: news.map(CLLocation.init))
  }

  /// Omits a location that a request has delivered, and all older ones.
  private func unseen(_ locations: [Location]) -> ArraySlice<Location> {
    guard let requested else { return locations[...] }
    if let index = locations.lastIndex(of: requested) { return locations[(index + 1)...] }
    guard let limit = requested.received else { return locations[...] }
    return locations.drop { location in location.received.map { $0 < limit } ?? false }
  }

  fileprivate func deliver(_ error: LocationError) {
    if error.code == .permissionDenied { note(.denied) }
    delegate?.locationManager(self, didFailWithError: CLError(error))
  }

  /// Starts a request for one location, unless one is in progress.
  private func beginRequest() {
    guard request == nil else { return }
    request = Task { [weak self, locationManager] in
      var found: Location?
      var failure: LocationError?
      do throws(LocationError) { found = try await locationManager.requestLocation() } catch {
        // The best location before the timeout is a result, too.
        found = error.best
        failure = error
      }
      guard !Task.isCancelled, let self else { return }
      request = nil
      if let found { answer(found) } else if let failure { deliver(failure) }
    }
  }

  private func answer(_ location: Location) {
    requested = location
    // During updates, the location may have been delivered already.
    guard told != location else { return }
    told = location
    delegate?.locationManager(self, didUpdateLocations: [CLLocation(location)])
  }
}

extension CLLocationManager {
  /// New locations, for any number of loops, without a delegate or a start.
  ///
  /// Each element has the locations since the previous one, oldest first, and is never empty. The distance
  /// filter applies to each loop separately.
  public var didUpdateLocations: AsyncMapSequence<Deliveries<Batches<Location, LocationError>>, [CLLocation]>
  { locationManager.didUpdateLocations.map { $0.map(CLLocation.init) } }
}

/// Passes the underlying manager's delegate calls to its owner.
///
/// It is an added delegate of that manager, so that the manager's own delegate remains available to the user.
@MainActor private final class ManagerListener: LocationManagerDelegate {
  weak var owner: CLLocationManager?

  nonisolated init() {}

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    owner?.deliver(locations)
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    owner?.deliver(error)
  }
}
