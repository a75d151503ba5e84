internal import GPSDelivery
public import GPSBridge

extension CLLocationManagerDelegate
where Self: DelegateProxy<CLLocationManager, any CLLocationManagerDelegate> {
  /// Passes locations to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Passes an error to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    dispatch(.didFailWithError, (manager, error))
  }
  /// Passes an authorization status to the observers, then to the delegate.
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) { dispatch(.didChangeAuthorizationStatus, (manager, status)) }
  /// Passes an entry to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    dispatch(.didEnterRegion, (manager, region))
  }
  /// Passes an exit to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    dispatch(.didExitRegion, (manager, region))
  }
  /// Passes a monitored region to the observers, then to the delegate.
  public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    dispatch(.didStartMonitoringFor, (manager, region))
  }
  /// Passes a change of authorization to the observers, then to the delegate.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    dispatch(.didChangeAuthorization, manager)
  }
  /// Passes a region's state to the observers, then to the delegate.
  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) { dispatch(.didDetermineState, (manager, state, region)) }
  /// Passes a failure of monitoring to the observers, then to the delegate.
  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) { dispatch(.monitoringDidFail, (manager, region, error)) }
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

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, [CLLocation]) {
  /// The method that delivers locations.
  public static var didUpdateLocations: Self {
    Self("locationManager(_:didUpdateLocations:)") { $0.locationManager($1.0, didUpdateLocations: $1.1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, any Error) {
  /// The method that reports the reason for a missing location.
  public static var didFailWithError: Self {
    Self("locationManager(_:didFailWithError:)") { $0.locationManager($1.0, didFailWithError: $1.1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, CLAuthorizationStatus) {
  /// The older method that reports a change of authorization.
  public static var didChangeAuthorizationStatus: Self {
    Self("locationManager(_:didChangeAuthorization:)") {
      $0.locationManager($1.0, didChangeAuthorization: $1.1)
    }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, CLRegion) {
  /// The method that reports the entry into a region.
  public static var didEnterRegion: Self {
    Self("locationManager(_:didEnterRegion:)") { $0.locationManager($1.0, didEnterRegion: $1.1) }
  }
  /// The method that reports the exit from a region.
  public static var didExitRegion: Self {
    Self("locationManager(_:didExitRegion:)") { $0.locationManager($1.0, didExitRegion: $1.1) }
  }
  /// The method that reports the start of monitoring.
  public static var didStartMonitoringFor: Self {
    Self("locationManager(_:didStartMonitoringFor:)") {
      $0.locationManager($1.0, didStartMonitoringFor: $1.1)
    }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == CLLocationManager {
  /// The method that reports a change of authorization.
  public static var didChangeAuthorization: Self {
    Self("locationManagerDidChangeAuthorization(_:)") { $0.locationManagerDidChangeAuthorization($1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, CLRegionState, CLRegion) {
  /// The method that reports the state of a region.
  public static var didDetermineState: Self {
    Self("locationManager(_:didDetermineState:for:)") {
      $0.locationManager($1.0, didDetermineState: $1.1, for: $1.2)
    }
  }
}

@MainActor extension DelegateMethod
where Delegate == any CLLocationManagerDelegate, Arguments == (CLLocationManager, CLRegion?, any Error) {
  /// The method that reports a failure of monitoring.
  public static var monitoringDidFail: Self {
    Self("locationManager(_:monitoringDidFailFor:withError:)") {
      $0.locationManager($1.0, monitoringDidFailFor: $1.1, withError: $1.2)
    }
  }
}
