internal import GPSDelivery
public import GPSBridge

extension CLLocationManagerDelegate
where Self: DelegateProxy<CLLocationManager, any CLLocationManagerDelegate> {
  /// Tells the observers of locations, and then the delegate.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Tells the observers of an error, and then the delegate.
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

// One token for each method of the delegate, in place of a selector.

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, [CLLocation]) {
  /// Locations were found.
  public static var didUpdateLocations: Self {
    Self("locationManager(_:didUpdateLocations:)") { $0.locationManager($1.0, didUpdateLocations: $1.1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, any Error) {
  /// There is no location.
  public static var didFailWithError: Self {
    Self("locationManager(_:didFailWithError:)") { $0.locationManager($1.0, didFailWithError: $1.1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, CLAuthorizationStatus) {
  /// Permission has changed, told in the older way.
  public static var didChangeAuthorizationStatus: Self {
    Self("locationManager(_:didChangeAuthorization:)") {
      $0.locationManager($1.0, didChangeAuthorization: $1.1)
    }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, CLRegion) {
  /// A region was entered.
  public static var didEnterRegion: Self {
    Self("locationManager(_:didEnterRegion:)") { $0.locationManager($1.0, didEnterRegion: $1.1) }
  }
  /// A region was left.
  public static var didExitRegion: Self {
    Self("locationManager(_:didExitRegion:)") { $0.locationManager($1.0, didExitRegion: $1.1) }
  }
  /// A region is watched.
  public static var didStartMonitoringFor: Self {
    Self("locationManager(_:didStartMonitoringFor:)") {
      $0.locationManager($1.0, didStartMonitoringFor: $1.1)
    }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == CLLocationManager {
  /// Permission has changed.
  public static var didChangeAuthorization: Self {
    Self("locationManagerDidChangeAuthorization(_:)") { $0.locationManagerDidChangeAuthorization($1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, CLRegionState, CLRegion) {
  /// It is known whether the receiver is in a region.
  public static var didDetermineState: Self {
    Self("locationManager(_:didDetermineState:for:)") {
      $0.locationManager($1.0, didDetermineState: $1.1, for: $1.2)
    }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, CLRegion?, any Error) {
  /// A region cannot be watched.
  public static var monitoringDidFail: Self {
    Self("locationManager(_:monitoringDidFailFor:withError:)") {
      $0.locationManager($1.0, monitoringDidFailFor: $1.1, withError: $1.2)
    }
  }
}
