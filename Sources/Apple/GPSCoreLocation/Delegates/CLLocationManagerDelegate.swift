/// Hears on the main actor what a location manager learns; each method may be left out.
///
/// Unlike Apple's it carries its actor with it, so that a class which adopts it in its declaration lives there, too, without
/// a word. What Apple's has beside these, no receiver on a cable could ever tell: it is left out, and not called in vain.
@preconcurrency @MainActor public protocol CLLocationManagerDelegate: AnyObject {
  /// The receiver was found to be somewhere; never empty, the newest last.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// There is no location, and why, as a ``CLError``; the manager goes on trying, and tells each reason once.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

  /// Whether the receiver's port may be opened has been found out, or found to be otherwise.
  ///
  /// It is also called once for each new manager. Ask ``CLLocationManager/authorizationStatus``.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// The same as ``locationManagerDidChangeAuthorization(_:)``, which is called before, under its older name.
  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

  /// The receiver has come into a region.
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

  /// The receiver has gone out of a region.
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

  /// A region is watched from now on.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

  /// Whether the receiver is in a region has changed, or was asked.
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)

  /// A region cannot be watched.
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
