// Reports when the receiver enters or leaves a circle on the ground.
//
//     swift run watch-a-fence 48.1173 11.5167 100       # latitude, longitude, radius in meters
//
// Near the border, errors look like crossings; a change counts once several fixes in a row are certain of it.

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
  // Not a change: the receiver's side of the border has just become known.
  default: print(event.to == .inside ? "is at \(name)" : "is not at \(name)")
  }
}
