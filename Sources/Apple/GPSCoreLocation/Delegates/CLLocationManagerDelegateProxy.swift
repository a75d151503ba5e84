internal import Delivery
public import GPSBridge

extension CLLocationManagerDelegate
where Self: DelegateProxy<CLLocationManager, any CLLocationManagerDelegate> {
  /// Tells the observers of locations, and the delegate behind them.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Tells the observers of an error, and the delegate behind them.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    dispatch(.didFailWithError, (manager, error))
  }
  /// Tells the observers of a status, and the delegate behind them.
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    dispatch(.didChangeAuthorizationStatus, (manager, status))
  }
  /// Tells the observers of an entry, and the delegate behind them.
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    dispatch(.didEnterRegion, (manager, region))
  }
  /// Tells the observers of an exit, and the delegate behind them.
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    dispatch(.didExitRegion, (manager, region))
  }
  /// Tells the observers of a region, and the delegate behind them.
  public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    dispatch(.didStartMonitoringFor, (manager, region))
  }
  /// Tells the observers of permission, and the delegate behind them.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    dispatch(.didChangeAuthorization, manager)
  }
  /// Tells the observers of a region's state, and the delegate behind them.
  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    dispatch(.didDetermineState, (manager, state, region))
  }
  /// Tells the observers of a region that cannot be watched, and the delegate behind them.
  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    dispatch(.monitoringDidFail, (manager, region, error))
  }
}

/// Stands in as the delegate of a location manager, so that many can observe what one delegate is told.
///
/// Programs that bring a proxy class of their own for the same delegate may go on doing so: both then stand one behind the
/// other, and the user's delegate behind them.
public final class CLLocationManagerDelegateProxy:
  DelegateProxy<CLLocationManager, any CLLocationManagerDelegate>, DelegateProxyType,
  CLLocationManagerDelegate
{
  /// Names itself as the proxy of a location manager.
  public static func registerKnownImplementations() {
    register {
      CLLocationManagerDelegateProxy(parentObject: $0, delegateProxy: CLLocationManagerDelegateProxy.self)
    }
  }
}
