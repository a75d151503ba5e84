import GPSCoreLocation

class LocationCatcher: NSObject {
  private let manager = CLLocationManager()
  private var completion: ((Result<CLLocation, Error>) -> Void)?

  func fetch(_ completion: @escaping (Result<CLLocation, Error>) -> Void) {
    self.completion = completion
    manager.delegate = self
    manager.requestLocation()
  }
}

extension LocationCatcher: CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    if let location = locations.last { completion?(.success(location)) }
    completion = nil
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    completion?(.failure(error))
    completion = nil
  }
}

func printPlace(with catcher: LocationCatcher) {
  catcher.fetch { result in
    switch result {
    case .success(let location): print(location.coordinate)
    case .failure(let error): print(error.localizedDescription)
    }
  }
}

func makeManager(for delegate: CLLocationManagerDelegate) -> CLLocationManager {
  let manager = CLLocationManager()
  manager.delegate = delegate
  manager.distanceFilter = 25
  return manager
}
