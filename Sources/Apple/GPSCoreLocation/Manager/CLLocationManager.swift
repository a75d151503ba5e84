internal import GPSDelivery
internal import GPSSystemCalls
public import Foundation
public import GPSBridge

/// Tells a delegate where the receiver is, as the class of this name does on Apple's platforms.
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
/// It lives on the main actor, and so do its delegates. It may be made and configured anywhere, so a stored property may
/// do both; its delegate is called on the main actor all the same. Its methods belong to the main actor; code that calls
/// them from elsewhere gets a warning in Swift 6 mode. An override of ``desiredAccuracy``, ``distanceFilter`` or
/// ``activityType`` is `nonisolated`, as they are.
///
/// - Important: The main actor must be free to run: in an `async` main, under `dispatchMain()`, or in a run loop. A main
///   thread that blocks in `readLine()` hears nothing.
@preconcurrency @MainActor open class CLLocationManager: NSObject {
  /// The proxies that stand in for the delegate; they live and die with the manager.
  public let proxies = ProxyStorage()

  /// The delegate, weakly held.
  ///
  /// It may be set before or after a proxy stands in: both are told. Where a proxy stands in, this is the proxy.
  @ProxyAware public var delegate: (any CLLocationManagerDelegate)?

  /// The manager beneath, in this package's own words: streams, requests, satellites, and the receiver's state.
  public let locationManager: LocationManager

  /// What a program has set, on whatever thread.
  private struct Settings: Sendable {
    var desiredAccuracy = kCLLocationAccuracyBest
    var activityType = CLActivityType.other
  }

  private nonisolated let settings = Guarded(Settings())

  /// The answer about permission so far.
  private var status = CLAuthorizationStatus.notDetermined
  /// Keeps the receiver wanted until it is known whether it may be opened; its locations are not read.
  private var trial: Subscription<Fix, Never>?
  /// The one request that is under way.
  private var request: Task<Void, Never>?
  /// The location that was told last, and the one that was told because it was asked for.
  private var told: Location?
  private var requested: Location?

  /// The regions, which all managers of this receiver share.
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
  /// Ends with the manager: what observes its settings hears of it here.
  let life = Broadcast<Void, Never>()

  /// Makes a manager of the receiver that a program has unless it says otherwise.
  public nonisolated override init() {
    locationManager = LocationManager()
    events = locationManager.events.subscribe()
    status = CLAuthorizationStatus(locationManager.state) ?? .notDetermined
    super.init()
    follow()
  }

  /// Makes a manager on top of another one, whose filter and accuracy it then shares.
  public nonisolated init(_ manager: LocationManager) {
    locationManager = manager
    // Registered before the state is read: no answer from now on is missed.
    events = manager.events.subscribe()
    status = CLAuthorizationStatus(manager.state) ?? .notDetermined
    super.init()
    follow()
  }

  /// Makes a manager of a receiver.
  public nonisolated convenience init(receiver: Receiver) { self.init(LocationManager(receiver)) }

  /// Follows the receiver's events, on the main actor; it may be called on any thread.
  private nonisolated func follow() {
    Task { @MainActor [weak self, events] in
      self?.join()
      self?.tellAuthorization()
      for await event in events { self?.take(event) }
      // The receiver has given up: there will be no answer.
      self?.trial = nil
    }
  }

  isolated deinit {
    events.cancel()
    request?.cancel()
    if hasStarted { locationManager.stopUpdatingLocation() }
    joined?.leave(ObjectIdentifier(self))
    life.finish()
  }

  /// Joins those that it shares a receiver with; done once, before anything can be told.
  private func join() {
    guard !hasJoined else { return }
    hasJoined = true
    listener.owner = self
    locationManager.addDelegate(listener)
    _ = regionWatch
  }

  /// The last location, however old; nil if there never was one.
  ///
  /// It is set before the delegate is told, and stays when the manager is stopped or the receiver unplugged.
  open var location: CLLocation? { locationManager.location.map(CLLocation.init) }

  /// Metres that the receiver must have moved before a location is delivered.
  ///
  /// They count from the location that was delivered last; the first one is always delivered. What is no distance, as
  /// ``kCLDistanceFilterNone``, lets everything through.
  nonisolated open var distanceFilter: CLLocationDistance {
    get { locationManager.distanceFilter ?? kCLDistanceFilterNone }
    set { locationManager.distanceFilter = newValue > 0 ? newValue : nil }
  }

  /// How accurate a location must be that ``requestLocation()`` is content with.
  ///
  /// A receiver has one way of working: what ``startUpdatingLocation()`` delivers is as accurate as can be, whatever this
  /// says, and none of it is held back.
  nonisolated open var desiredAccuracy: CLLocationAccuracy {
    get { settings.withLock { $0.desiredAccuracy } }
    set {
      settings.withLock { settings in
        settings.desiredAccuracy = newValue
        // Under the lock: of two threads that set it, one is the last for both managers.
        locationManager.desiredAccuracy = .within(newValue)
      }
    }
  }

  /// The way the receiver is carried: a hint that changes nothing.
  ///
  /// A receiver has a motion model of its own, which this does not set.
  nonisolated open var activityType: CLActivityType {
    get { settings.withLock { $0.activityType } }
    set { settings.withLock { $0.activityType = newValue } }
  }

  /// Begins to tell the delegate of locations; the receiver is opened where it is not.
  ///
  /// Calling it again changes nothing. After a stop it begins anew, with the next location, however near.
  open func startUpdatingLocation() {
    join()
    hasStarted = true
    locationManager.startUpdatingLocation()
  }

  /// Ends what ``startUpdatingLocation()`` began, and calls off ``requestLocation()``: nothing is told after this call.
  ///
  /// The receiver is closed a little later if it has no other user.
  open func stopUpdatingLocation() {
    hasStarted = false
    locationManager.stopUpdatingLocation()
    request?.cancel()
    request = nil
  }

  /// Asks for one location: the first that is as accurate as ``desiredAccuracy`` wants it, or the best of ten seconds.
  ///
  /// It comes by the delegate's `didUpdateLocations`; without any, `didFailWithError` says so. Calling it again before
  /// that changes nothing. For several requests at once, each with its own time, ask ``locationManager``.
  open func requestLocation() { beginRequest() }

  /// Whether this user may open the receiver's port, as far as anybody has tried.
  open var authorizationStatus: CLAuthorizationStatus { status }

  /// Finds out whether this user may open the receiver's port, by opening it for a moment.
  ///
  /// Nobody is asked. Once there is an answer, the delegate's `locationManagerDidChangeAuthorization` is called. Without a
  /// receiver the question stays open, as an unanswered prompt on a phone does, and is answered when one is plugged in. A
  /// port that is refused is tried again now and then. Where the answer is known, this does nothing.
  open func requestWhenInUseAuthorization() { beginTrial() }

  /// The same as ``requestWhenInUseAuthorization()``: a port that may be opened may be opened always.
  open func requestAlwaysAuthorization() { beginTrial() }
}

extension CLLocationManager: HasDelegate, ProxyHost {
  /// The protocol of the delegate.
  public typealias Delegate = any CLLocationManagerDelegate
}

extension CLLocationManager {
  /// Takes an event of the receiver, which may tell something about permission.
  private func take(_ event: ReceiverEvent) {
    guard let status = CLAuthorizationStatus(event.kind) else { return }
    note(status)
    // The port was open: nothing is left to find out. Where it was refused, it is tried until it is given.
    if status == .authorizedAlways { trial = nil }
  }

  /// Notes what was found out about permission; the delegate is told if that is news.
  private func note(_ status: CLAuthorizationStatus) {
    guard status != self.status else { return }
    self.status = status
    tellAuthorization()
  }

  private func tellAuthorization() {
    delegate?.locationManagerDidChangeAuthorization(self)
    delegate?.locationManager(self, didChangeAuthorization: status)
  }

  /// Wants the receiver opened until it was, so that the answer comes along as an event.
  ///
  /// It tells nobody itself. A delegate that asks as long as nothing is known would ask again within the answer, and again.
  private func beginTrial() {
    guard status != .authorizedAlways, trial == nil else { return }
    trial = locationManager.fixes.keeping(.latest).subscribe()
  }
}

extension CLLocationManager {
  /// Locations came from the receiver.
  fileprivate func deliver(_ locations: [Location]) {
    let news = unseen(locations)
    guard let newest = news.last else { return }
    told = newest
    delegate?.locationManager(self, didUpdateLocations: news.map(CLLocation.init))
  }

  /// Leaves out a location that a request has told already, and all that are older than it.
  private func unseen(_ locations: [Location]) -> ArraySlice<Location> {
    guard let requested else { return locations[...] }
    if let index = locations.lastIndex(of: requested) { return locations[(index + 1)...] }
    guard let limit = requested.received else { return locations[...] }
    return locations.drop { location in location.received.map { $0 < limit } ?? false }
  }

  /// There is no location.
  fileprivate func deliver(_ error: LocationError) {
    if error.code == .permissionDenied { note(.denied) }
    delegate?.locationManager(self, didFailWithError: CLError(error))
  }

  /// Asks for one location, unless that is being done already.
  private func beginRequest() {
    guard request == nil else { return }
    request = Task { [weak self, locationManager] in
      var found: Location?
      var failure: LocationError?
      do throws(LocationError) {
        found = try await locationManager.requestLocation()
      } catch {
        // The best of the time that was given is an answer, too.
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
    // While updating, it may have come that way already.
    guard told != location else { return }
    told = location
    delegate?.locationManager(self, didUpdateLocations: [CLLocation(location)])
  }
}

extension CLLocationManager {
  /// Locations as they come, for as many loops as you like: a loop needs no delegate and no start.
  ///
  /// Each element is what has come since the last one, oldest first, and never empty. The distance filter counts for each
  /// loop by itself.
  public var didUpdateLocations: AsyncMapSequence<Deliveries<Batches<Location, LocationError>>, [CLLocation]>
  {
    locationManager.didUpdateLocations.map { $0.map(CLLocation.init) }
  }
}

/// Hears what the manager beneath is told, and passes it up.
///
/// It is one of that manager's added delegates, so that its own delegate stays free for the user.
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
