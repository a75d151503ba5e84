import CoreLocation
import GPSBridge
import SimulatedGPS

/// A class as it is copied from program to program, with the line that ends it where there is no location service.
final class Follower: NSObject, CLLocationManagerDelegate {
  let manager: CLLocationManager
  var places: [CLLocation] = []

  init(_ receiver: Receiver) {
    manager = CLLocationManager(receiver: receiver)
    super.init()
    manager.delegate = self
  }

  func start() {
    guard CLLocationManager.locationServicesEnabled() else { return }
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    places += locations
  }
}

/// A program that is started before its receiver is plugged in, as it happens at each power-up of a car.
@MainActor func run() async -> Int {
  let time = ManualTime()
  let simulated = SimulatedReceiver(.walk, time: time) { Story.Unplug(for: .seconds(20)) }
  let follower = Follower(simulated.receiver)
  follower.start()
  await time.advance(by: .seconds(10))
  guard follower.places.isEmpty else { fatalError("a place came from a receiver that is not there") }
  await time.advance(by: .seconds(110))
  return follower.places.count
}

let count = await run()
print("\(count) places")
guard count > 10 else { fatalError("the program never began to follow") }
