import GPSCoreLocation
import Observation

@Observable final class WeatherPlace: NSObject {
  var coordinate: CLLocationCoordinate2D?
  var failure: String?
  @ObservationIgnored private let manager = CLLocationManager()

  override init() {
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyKilometer
  }

  func update() { manager.requestLocation() }
}

extension WeatherPlace: CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    coordinate = locations.last?.coordinate
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    failure = error.localizedDescription
  }
}
