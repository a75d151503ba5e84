public import GPSDelivery

/// An observer of a location manager, called on the main actor.
///
/// Every method may be left out. The manager that calls comes first, so that one object can serve several.
///
/// ```swift
/// final class Map: LocationManagerDelegate {
///   func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
///     if let here = locations.last { show(here) }
///   }
/// }
/// ```
///
/// While the main actor is busy calls wait, in order; locations that piled up come in one call.
@MainActor public protocol LocationManagerDelegate: AnyObject {
  /// The receiver was found to be somewhere; never empty, the newest last.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])

  /// There is no location, and why; the manager goes on trying, and tells each reason once.
  ///
  /// With the code ``LocationError/Code/locationUnknown`` this is daily bread: the receiver has no fix, or has lost it.
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError)

  /// The receiver's state has changed.
  func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState)

  /// Something happened to the receiver: it was plugged in, opened, lost its fix, got it back.
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
  /// Tells the observers of locations, and then the delegate.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Tells the observers of an error, and then the delegate.
  public func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    dispatch(.didFailWithError, (manager, error))
  }
  /// Tells the observers of a state, and then the delegate.
  public func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState) {
    dispatch(.didChangeState, (manager, state))
  }
  /// Tells the observers of an event, and then the delegate.
  public func locationManager(_ manager: LocationManager, didReceiveEvent event: ReceiverEvent) {
    dispatch(.didReceiveEvent, (manager, event))
  }
}

/// Stands in as the delegate of a location manager, so that many can observe what one delegate is told.
///
/// ```swift
/// let proxy = LocationManagerDelegateProxy.proxy(for: manager)
/// proxy.onInvoked(.didUpdateLocations) { manager, locations in print(locations.count) }
/// manager.delegate = self           // told as well, before or after
/// ```
public final class LocationManagerDelegateProxy:
  DelegateProxy<LocationManager, any LocationManagerDelegate>, DelegateProxyType, LocationManagerDelegate
{
  /// Names itself as the proxy of a location manager.
  public static func registerKnownImplementations() {
    register {
      LocationManagerDelegateProxy(parentObject: $0, delegateProxy: LocationManagerDelegateProxy.self)
    }
  }
}

// One token for each method of the delegate, in place of a selector.

@MainActor extension DelegateMethod
where Delegate == any LocationManagerDelegate, Arguments == (LocationManager, [Location]) {
  /// Locations were found.
  public static var didUpdateLocations: Self {
    Self("locationManager(_:didUpdateLocations:)") { $0.locationManager($1.0, didUpdateLocations: $1.1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any LocationManagerDelegate, Arguments == (LocationManager, LocationError) {
  /// There is no location.
  public static var didFailWithError: Self {
    Self("locationManager(_:didFailWithError:)") { $0.locationManager($1.0, didFailWithError: $1.1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any LocationManagerDelegate, Arguments == (LocationManager, ReceiverState) {
  /// The receiver does something else.
  public static var didChangeState: Self {
    Self("locationManager(_:didChangeState:)") { $0.locationManager($1.0, didChangeState: $1.1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any LocationManagerDelegate, Arguments == (LocationManager, ReceiverEvent) {
  /// Something happened to the receiver.
  public static var didReceiveEvent: Self {
    Self("locationManager(_:didReceiveEvent:)") { $0.locationManager($1.0, didReceiveEvent: $1.1) }
  }
}
