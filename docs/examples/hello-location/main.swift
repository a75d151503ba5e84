// Prints where the receiver is, for as long as you like; and, where that is not known, why.
//
//     swift run hello-location                                  # the receiver that is plugged in
//     GPSBRIDGE_SOURCE=/dev/ttyUSB0 swift run hello-location    # this one
import GPSBridge
import Glibc

let manager = LocationManager()
for await update in manager.liveUpdates {
  print(update)
  fflush(nil)  // At once, also into a pipe.
}
