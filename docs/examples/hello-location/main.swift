// Prints the receiver's location continuously, or the reason if it is unknown.
//
//     swift run hello-location                                  # the connected receiver
//     GPSBRIDGE_SOURCE=/dev/ttyUSB0 swift run hello-location    # this receiver
import GPSBridge
import Glibc

let manager = LocationManager()
for await update in manager.liveUpdates {
  print(update)
  fflush(nil)  // At once, also into a pipe.
}
