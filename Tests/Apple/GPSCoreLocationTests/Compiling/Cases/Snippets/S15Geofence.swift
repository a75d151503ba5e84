import GPSCoreLocation

class GeofenceService: NSObject, CLLocationManagerDelegate {
  static let shared = GeofenceService()
  private lazy var manager: CLLocationManager = {
    let manager = CLLocationManager()
    manager.delegate = self
    return manager
  }()

  func guardPlace(_ center: CLLocationCoordinate2D, named name: String) {
    guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) else { return }
    let radius = min(150, manager.maximumRegionMonitoringDistance)
    let region = CLCircularRegion(center: center, radius: radius, identifier: name)
    region.notifyOnEntry = true
    region.notifyOnExit = true
    manager.startMonitoring(for: region)
    manager.requestState(for: region)
  }

  func stopAll() {
    for region in manager.monitoredRegions { manager.stopMonitoring(for: region) }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    if region is CLCircularRegion { print("entered", region.identifier) }
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    print("left", region.identifier)
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    if state == .inside { print("inside", region.identifier) }
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: Error
  ) {
    print(error)
  }
}
