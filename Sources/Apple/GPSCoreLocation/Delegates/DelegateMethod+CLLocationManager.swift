internal import Delivery
public import GPSBridge

// One token for each method of the delegate: what takes the place of a selector.

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
