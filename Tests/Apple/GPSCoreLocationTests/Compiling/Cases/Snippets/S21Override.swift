import GPSBridge
import GPSCoreLocation

class CoarseManager: CLLocationManager {
  nonisolated override init() { super.init() }
  nonisolated override init(_ manager: LocationManager) { super.init(manager) }

  nonisolated override var desiredAccuracy: CLLocationAccuracy {
    get { super.desiredAccuracy }
    set { super.desiredAccuracy = max(newValue, kCLLocationAccuracyHundredMeters) }
  }

  nonisolated override var distanceFilter: CLLocationDistance {
    didSet { print(oldValue, distanceFilter) }
  }
}
