/// An observer of a location manager, called on the main actor; all methods are optional.
///
/// Unlike Apple's protocol, it is isolated to the main actor, and so is a class that adopts it in its
/// declaration. Apple's other methods are omitted: a GPS receiver can't provide their data.
@preconcurrency @MainActor public protocol CLLocationManagerDelegate: AnyObject {
  /// Delivers new locations, at least one, with the newest last.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// Reports why a location is missing as a ``CLError``, once for each reason; the manager keeps trying.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

  /// Reports a new authorization status: whether the receiver's port may be opened.
  ///
  /// It is also called once for each new manager. See ``CLLocationManager/authorizationStatus``.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// The older form of ``locationManagerDidChangeAuthorization(_:)``, called right after it.
  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

  /// Reports that the receiver has entered a region.
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

  /// Reports that the receiver has left a region.
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

  /// Reports that monitoring of a region has started.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

  /// Reports whether the receiver is in a region, after a change or on request.
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)

  /// Reports that a region can't be monitored.
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error)
}

extension CLLocationManagerDelegate {
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {}
  /// Does nothing.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {}
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {}
}
