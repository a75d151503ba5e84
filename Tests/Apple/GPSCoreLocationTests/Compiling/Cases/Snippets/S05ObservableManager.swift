import GPSCoreLocation

class ObservableLocationManager: NSObject, ObservableObject, CLLocationManagerDelegate {
  @Published var location: CLLocation?
  @Published var isLoading = false
  private let manager = CLLocationManager()

  override init() {
    super.init()
    manager.delegate = self
  }

  func requestLocation() {
    isLoading = true
    manager.requestLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    location = locations.first
    isLoading = false
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    print("Error getting location", error)
    isLoading = false
  }
}
