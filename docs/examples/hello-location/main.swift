// Prints where the receiver is, for as long as you like.
//
//     swift run hello-location                                  # the receiver that is plugged in
//     GPSBRIDGE_SOURCE=/dev/ttyUSB0 swift run hello-location    # this one
import GPSBridge

let manager = LocationManager()
for try await locations in manager.didUpdateLocations {
  if let here = locations.last { print(here) }
}
