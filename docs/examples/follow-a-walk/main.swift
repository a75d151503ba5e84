// A view model as in a phone app: a manager, a delegate, and the values that a screen would show.
//
// It prints three locations and exits. It uses the connected receiver, or a source named in the environment:
//
//     swift run follow-a-walk
//     GPSBRIDGE_SOURCE=/dev/ttyACM0 swift run follow-a-walk

import CoreLocation

final class WalkViewModel: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var last: CLLocation?
  private var walked: CLLocationDistance = 0
  private var count = 0
  var onFinish: () -> Void = {}

  func start() {
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.distanceFilter = 50
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    switch manager.authorizationStatus {
    case .notDetermined: manager.requestWhenInUseAuthorization()
    case .restricted, .denied: print("not allowed")
    case .authorizedAlways, .authorizedWhenInUse: manager.startUpdatingLocation()
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations where count < 3 {
      if let last { walked += location.distance(from: last) }
      last = location
      count += 1
      let place = String(format: "%.4f, %.4f", location.coordinate.latitude, location.coordinate.longitude)
      print("\(place): \(Int(walked.rounded())) m walked, accurate to \(Int(location.horizontalAccuracy)) m")
    }
    guard count == 3 else { return }
    manager.stopUpdatingLocation()
    onFinish()
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    if let error = error as? CLError, error.code != .locationUnknown { print(error.localizedDescription) }
  }
}

let model = WalkViewModel()
await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
  model.onFinish = { continuation.resume() }
  model.start()
}
