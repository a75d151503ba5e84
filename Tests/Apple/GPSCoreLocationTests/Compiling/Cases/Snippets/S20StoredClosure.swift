import GPSCoreLocation

final class WalkLog {
  private let manager: CLLocationManager = {
    let manager = CLLocationManager()
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.distanceFilter = 5
    manager.activityType = .fitness
    manager.pausesLocationUpdatesAutomatically = false
    return manager
  }()

  private lazy var coarse: CLLocationManager = {
    let manager = CLLocationManager()
    manager.desiredAccuracy = kCLLocationAccuracyKilometer
    manager.distanceFilter = kCLDistanceFilterNone
    return manager
  }()

  func accuracies() -> [CLLocationAccuracy] { [manager.desiredAccuracy, coarse.desiredAccuracy] }
}
