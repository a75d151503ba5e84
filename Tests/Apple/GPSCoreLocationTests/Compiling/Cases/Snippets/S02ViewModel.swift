import Foundation
import GPSCoreLocation

final class PlaceViewModel: NSObject, ObservableObject {
  @Published var authorizationStatus: CLAuthorizationStatus = .notDetermined
  @Published var lastSeen: CLLocation?
  @Published var region = ""
  private let manager = CLLocationManager()

  override init() {
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.requestWhenInUseAuthorization()
  }

  func refresh() { manager.requestLocation() }
}

extension PlaceViewModel: CLLocationManagerDelegate {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    authorizationStatus = manager.authorizationStatus
    guard authorizationStatus == .authorizedWhenInUse || authorizationStatus == .authorizedAlways else { return }
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    lastSeen = locations.first
    refresh()
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) { print(error) }
}
