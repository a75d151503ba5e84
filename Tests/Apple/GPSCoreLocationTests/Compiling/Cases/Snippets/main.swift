// S18: a command line program.
import Foundation
import GPSCoreLocation

class Printer: NSObject, CLLocationManagerDelegate {
  let manager = CLLocationManager()

  func run() {
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations { print(location) }
    exit(EXIT_SUCCESS)
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
  }
}

let printer = Printer()
printer.run()
RunLoop.main.run()
