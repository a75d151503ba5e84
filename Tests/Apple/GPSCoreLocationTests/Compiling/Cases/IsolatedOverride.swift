import GPSCoreLocation

class CountingManager: CLLocationManager {
  var changes = 0
  @MainActor override var desiredAccuracy: CLLocationAccuracy { didSet { changes += 1 } }
}
