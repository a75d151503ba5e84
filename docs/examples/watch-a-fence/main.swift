// Says when the receiver enters and leaves a circle on the ground.
//
//     swift run watch-a-fence 48.1173 11.5167 100       # latitude, longitude, radius in metres
//
// At the border a position comes and goes with its error, so a change counts when several fixes in a row are sure of it.

import GPSBridge
import Glibc

let numbers = CommandLine.arguments.dropFirst().compactMap(Double.init)
guard numbers.count == 3, let center = Coordinate(latitude: numbers[0], longitude: numbers[1]),
  let home = CircularRegion(identifier: "home", center: center, radius: numbers[2])
else {
  print("usage: watch-a-fence LATITUDE LONGITUDE RADIUS")
  exit(2)
}

let manager = LocationManager()
for try await event in manager.regionEvents(for: [home]) {
  let name = event.region.identifier
  switch (event.isEntry, event.isExit) {
  case (true, _): print("came \(name)")
  case (_, true): print("left \(name)")
  // Not a change: it has become known on which side of the border the receiver is.
  default: print(event.to == .inside ? "is at \(name)" : "is not at \(name)")
  }
}
