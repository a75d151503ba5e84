import GPSCoreLocation

/// A delegate that notes what it is told.
final class Listener: NSObject, CLLocationManagerDelegate {
  var batches: [[CLLocation]] = []
  var errors: [any Error] = []
  var statuses: [CLAuthorizationStatus] = []
  var olderStatuses: [CLAuthorizationStatus] = []
  /// What the manager said of itself while it told.
  var locationsMeanwhile: [CLLocation?] = []
  /// Regions, in words.
  var regions: [String] = []
  var onLocations: () -> Void = {}

  var latitudes: [Double] { batches.flatMap { $0 }.map(\.coordinate.latitude) }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    batches.append(locations)
    locationsMeanwhile.append(manager.location)
    onLocations()
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    errors.append(error)
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    statuses.append(manager.authorizationStatus)
  }

  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
    olderStatuses.append(status)
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    regions.append("entered \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    regions.append("left \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    regions.append("watching \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    regions.append("\(region.identifier): \(state)")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    regions.append("cannot watch \(region?.identifier ?? "anything"): \((error as NSError).code)")
  }
}
