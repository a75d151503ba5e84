import CoreLocation

func work() {
  let manager = CLLocationManager()
  manager.startUpdatingLocation()
}
