public import Delivery

extension LocationManagerDelegate where Self: DelegateProxy<LocationManager, any LocationManagerDelegate> {
  /// Tells the observers of locations, and the delegate behind them.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Tells the observers of an error, and the delegate behind them.
  public func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    dispatch(.didFailWithError, (manager, error))
  }
  /// Tells the observers of a state, and the delegate behind them.
  public func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState) {
    dispatch(.didChangeState, (manager, state))
  }
  /// Tells the observers of an event, and the delegate behind them.
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
