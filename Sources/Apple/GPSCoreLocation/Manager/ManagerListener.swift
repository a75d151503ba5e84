internal import GPSBridge

/// Hears what the manager beneath is told, and passes it up.
///
/// It is one of that manager's added delegates, so that its own delegate stays free for the user.
@MainActor final class ManagerListener: LocationManagerDelegate {
  weak var owner: CLLocationManager?

  nonisolated init() {}

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    owner?.deliver(locations)
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    owner?.deliver(error)
  }
}
