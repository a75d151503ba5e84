internal import GPSDelivery
public import GPSBridge

extension CLLocationManagerDelegate
where Self: DelegateProxy<CLLocationManager, any CLLocationManagerDelegate> {
  /// Passes locations to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    dispatch(.didUpdateLocations, (manager, locations)) {
      $0.locationManager(manager, didUpdateLocations: locations)
    }
  }
  /// Passes an error to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    dispatch(.didFailWithError, (manager, error)) { $0.locationManager(manager, didFailWithError: error) }
  }
  /// Passes an authorization status to the observers, then to the delegate.
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    dispatch(.didChangeAuthorizationStatus, (manager, status)) {
      $0.locationManager(manager, didChangeAuthorization: status)
    }
  }
  /// Passes an entry to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    dispatch(.didEnterRegion, (manager, region)) { $0.locationManager(manager, didEnterRegion: region) }
  }
  /// Passes an exit to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    dispatch(.didExitRegion, (manager, region)) { $0.locationManager(manager, didExitRegion: region) }
  }
  /// Passes a monitored region to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    dispatch(.didStartMonitoringFor, (manager, region)) {
      $0.locationManager(manager, didStartMonitoringFor: region)
    }
  }
  /// Passes a change of authorization to the observers, then to the delegate.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    dispatch(.didChangeAuthorization, manager) { $0.locationManagerDidChangeAuthorization(manager) }
  }
  /// Passes a region's state to the observers, then to the delegate.
  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    dispatch(.didDetermineState, (manager, state, region)) {
      $0.locationManager(manager, didDetermineState: state, for: region)
    }
  }
  /// Passes a failure of monitoring to the observers, then to the delegate.
  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    dispatch(.monitoringDidFail, (manager, region, error)) {
      $0.locationManager(manager, monitoringDidFailFor: region, withError: error)
    }
  }
}

/// A proxy for the delegate of a location manager, for any number of observers.
///
/// A program may add its own proxy class for the same delegate: the proxies then form a chain that ends with
/// the user's delegate.
public final class CLLocationManagerDelegateProxy:
  DelegateProxy<CLLocationManager, any CLLocationManagerDelegate>, DelegateProxyType,
  CLLocationManagerDelegate
{
  /// Registers this class as the delegate proxy of location managers.
  public static func registerKnownImplementations() {
    register {
      CLLocationManagerDelegateProxy(parentObject: $0, delegateProxy: CLLocationManagerDelegateProxy.self)
    }
  }
}

// Tokens for the delegate's methods, in place of selectors.

extension DelegateMethod where Delegate == any CLLocationManagerDelegate {
  /// The method that delivers locations.
  public static var didUpdateLocations: DelegateMethod<Delegate, (CLLocationManager, [CLLocation])> {
    .init("locationManager(_:didUpdateLocations:)")
  }
  /// The method that reports the reason for a missing location.
  public static var didFailWithError: DelegateMethod<Delegate, (CLLocationManager, any Error)> {
    .init("locationManager(_:didFailWithError:)")
  }
  /// The older method that reports a change of authorization.
  public static var didChangeAuthorizationStatus:
    DelegateMethod<Delegate, (CLLocationManager, CLAuthorizationStatus)>
  {
    .init("locationManager(_:didChangeAuthorization:)")
  }
  /// The method that reports the entry into a region.
  public static var didEnterRegion: DelegateMethod<Delegate, (CLLocationManager, CLRegion)> {
    .init("locationManager(_:didEnterRegion:)")
  }
  /// The method that reports the exit from a region.
  public static var didExitRegion: DelegateMethod<Delegate, (CLLocationManager, CLRegion)> {
    .init("locationManager(_:didExitRegion:)")
  }
  /// The method that reports the start of monitoring.
  public static var didStartMonitoringFor: DelegateMethod<Delegate, (CLLocationManager, CLRegion)> {
    .init("locationManager(_:didStartMonitoringFor:)")
  }
  /// The method that reports a change of authorization.
  public static var didChangeAuthorization: DelegateMethod<Delegate, CLLocationManager> {
    .init("locationManagerDidChangeAuthorization(_:)")
  }
  /// The method that reports the state of a region.
  public static var didDetermineState: DelegateMethod<Delegate, (CLLocationManager, CLRegionState, CLRegion)>
  {
    .init("locationManager(_:didDetermineState:for:)")
  }
  /// The method that reports a failure of monitoring.
  public static var monitoringDidFail: DelegateMethod<Delegate, (CLLocationManager, CLRegion?, any Error)> {
    .init("locationManager(_:monitoringDidFailFor:withError:)")
  }
}
