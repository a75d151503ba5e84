public import GPSDelivery

/// An observer of a location manager, called on the main actor.
///
/// All methods are optional. They receive the calling manager, so that one object can serve several.
///
/// ```swift
/// final class Map: LocationManagerDelegate {
///   func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
///     if let here = locations.last { show(here) }
///   }
/// }
/// ```
///
/// While the main actor is busy, calls wait in order; pending locations are merged into one call.
@MainActor public protocol LocationManagerDelegate: AnyObject {
  /// Delivers new locations, at least one, with the newest last.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])

  /// Reports the reason for a missing location, once for each reason; the manager keeps trying.
  ///
  /// The code ``LocationError/Code/locationUnknown`` is common: the receiver has no fix, or has lost it.
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError)

  /// Reports a change of the receiver's state.
  func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState)

  /// Reports an event of the receiver, such as a plug-in, an opening, or a lost fix.
  func locationManager(_ manager: LocationManager, didReceiveEvent event: ReceiverEvent)
}

extension LocationManagerDelegate {
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didReceiveEvent event: ReceiverEvent) {}
}

extension LocationManagerDelegate where Self: DelegateProxy<LocationManager, any LocationManagerDelegate> {
  /// Passes locations to the observers, then to the delegate.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    dispatch(.didUpdateLocations, (manager, locations)) {
      $0.locationManager(manager, didUpdateLocations: locations)
    }
  }
  /// Passes an error to the observers, then to the delegate.
  public func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    dispatch(.didFailWithError, (manager, error)) { $0.locationManager(manager, didFailWithError: error) }
  }
  /// Passes a state to the observers, then to the delegate.
  public func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState) {
    dispatch(.didChangeState, (manager, state)) { $0.locationManager(manager, didChangeState: state) }
  }
  /// Passes an event to the observers, then to the delegate.
  public func locationManager(_ manager: LocationManager, didReceiveEvent event: ReceiverEvent) {
    dispatch(.didReceiveEvent, (manager, event)) { $0.locationManager(manager, didReceiveEvent: event) }
  }
}

/// A proxy for the delegate of a location manager, for any number of observers.
///
/// ```swift
/// let proxy = LocationManagerDelegateProxy.proxy(for: manager)
/// proxy.onInvoked(.didUpdateLocations) { manager, locations in print(locations.count) }
/// manager.delegate = self           // told as well, before or after
/// ```
public final class LocationManagerDelegateProxy:
  DelegateProxy<LocationManager, any LocationManagerDelegate>, DelegateProxyType, LocationManagerDelegate
{
  /// Registers this class as the delegate proxy of location managers.
  public static func registerKnownImplementations() {
    register {
      LocationManagerDelegateProxy(parentObject: $0, delegateProxy: LocationManagerDelegateProxy.self)
    }
  }
}

// Tokens for the delegate's methods, in place of selectors.

extension DelegateMethod where Delegate == any LocationManagerDelegate {
  /// The method that delivers locations.
  public static var didUpdateLocations: DelegateMethod<Delegate, (LocationManager, [Location])> {
    .init("locationManager(_:didUpdateLocations:)")
  }
  /// The method that reports the reason for a missing location.
  public static var didFailWithError: DelegateMethod<Delegate, (LocationManager, LocationError)> {
    .init("locationManager(_:didFailWithError:)")
  }
  /// The method that reports a change of state.
  public static var didChangeState: DelegateMethod<Delegate, (LocationManager, ReceiverState)> {
    .init("locationManager(_:didChangeState:)")
  }
  /// The method that reports an event.
  public static var didReceiveEvent: DelegateMethod<Delegate, (LocationManager, ReceiverEvent)> {
    .init("locationManager(_:didReceiveEvent:)")
  }
}
