import GPSCoreLocation

@MainActor final class QiblaFinder: NSObject, CLLocationManagerDelegate {
  let manager = CLLocationManager()
  var degrees = 0.0

  func start() {
    manager.delegate = self
    manager.headingFilter = 5
    if CLLocationManager.headingAvailable() { manager.startUpdatingHeading() }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    degrees = newHeading.trueHeading
  }
}
