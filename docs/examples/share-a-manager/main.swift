// One manager, many listeners: a repository holds them weakly and forwards the manager's locations.
//
//     swift run share-a-manager
//     GPSBRIDGE_SOURCE=/dev/ttyACM0 swift run share-a-manager

import GPSCoreLocation
import GPSDeliveryReactive

@MainActor protocol LocationRepositoryDelegate: AnyObject {
  func didUpdateLocation(_ location: CLLocation)
}

final class LocationRepository: NSObject, CLLocationManagerDelegate {
  private let manager: CLLocationManager
  private var delegates = NSHashTable<AnyObject>.weakObjects()

  init(manager: CLLocationManager) {
    self.manager = manager
    super.init()
    manager.delegate = self
  }

  func addDelegate(_ delegate: any LocationRepositoryDelegate) {
    if !delegates.allObjects.contains(where: { $0 === delegate }) { delegates.add(delegate) }
  }

  func removeDelegate(_ delegate: any LocationRepositoryDelegate) { delegates.remove(delegate) }

  func refresh() { manager.requestLocation() }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let location = locations.last else { return }
    for case let delegate as any LocationRepositoryDelegate in delegates.allObjects {
      delegate.didUpdateLocation(location)
    }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    print("no location: \(error.localizedDescription)")
  }
}

final class Screen: LocationRepositoryDelegate {
  let name: String
  var onLocation: () -> Void = {}

  init(name: String) { self.name = name }

  func didUpdateLocation(_ location: CLLocation) {
    print(
      "\(name): \(String(format: "%.4f, %.4f", location.coordinate.latitude, location.coordinate.longitude))")
    onLocation()
  }
}

let repository = LocationRepository(manager: CLLocationManager())
let home = Screen(name: "home")
let register = Screen(name: "register")
repository.addDelegate(home)
repository.addDelegate(register)
repository.addDelegate(home)
do {
  let closed = Screen(name: "closed")
  repository.addDelegate(closed)
}
await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
  register.onLocation = { continuation.resume() }
  repository.refresh()
}
