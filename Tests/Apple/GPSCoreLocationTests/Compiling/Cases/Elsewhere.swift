import GPSCoreLocation

func work() {
  let manager = CLLocationManager()
  manager.startUpdatingLocation()
}
