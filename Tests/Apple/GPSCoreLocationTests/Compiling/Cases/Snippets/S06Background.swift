import GPSCoreLocation

@MainActor final class TripRecorder: NSObject, CLLocationManagerDelegate {
  let manager = CLLocationManager()

  func record() {
    manager.delegate = self
    manager.activityType = .automotiveNavigation
    manager.allowsBackgroundLocationUpdates = true
    manager.pausesLocationUpdatesAutomatically = false
    manager.showsBackgroundLocationIndicator = true
    manager.startUpdatingLocation()
  }
}
