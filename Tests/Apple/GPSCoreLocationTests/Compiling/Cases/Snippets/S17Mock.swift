import GPSCoreLocation

protocol LocationManaging: AnyObject {
  var location: CLLocation? { get }
  var desiredAccuracy: CLLocationAccuracy { get set }
  func startUpdatingLocation()
  func stopUpdatingLocation()
}

extension CLLocationManager: LocationManaging {}

final class MockManager: LocationManaging {
  var location: CLLocation?
  var desiredAccuracy: CLLocationAccuracy = 0
  func startUpdatingLocation() {}
  func stopUpdatingLocation() {}
}

final class DistanceService {
  private let manager: LocationManaging
  init(manager: LocationManaging = CLLocationManager()) { self.manager = manager }
  func begin() { manager.startUpdatingLocation() }
}
