import GPSCoreLocation

class CompassViewController: UIViewController, CLLocationManagerDelegate {
  let locationManager = CLLocationManager()
  let coordinateLabel = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    locationManager.delegate = self
    locationManager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    checkAuthorization()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    locationManager.stopUpdatingLocation()
  }

  func checkAuthorization() {
    guard CLLocationManager.locationServicesEnabled() else { return }
    switch CLLocationManager.authorizationStatus() {
    case .notDetermined: locationManager.requestWhenInUseAuthorization()
    case .authorizedAlways, .authorizedWhenInUse: locationManager.startUpdatingLocation()
    case .denied, .restricted: coordinateLabel.text = "off"
    @unknown default: break
    }
  }

  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
    if status == .authorizedAlways || status == .authorizedWhenInUse { manager.startUpdatingLocation() }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let newest = locations.last else { return }
    coordinateLabel.text = "\(newest.coordinate.latitude), \(newest.coordinate.longitude)"
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    coordinateLabel.text = error.localizedDescription
  }
}
