// Requests one location that is accurate enough, and gives up after a timeout. The exit status is 0 with a
// location and 1 without.
//
//     swift run ask-once         # within 30 seconds
//     swift run ask-once 5       # within 5

import GPSBridge
import Glibc

let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 30
let manager = LocationManager()
do {
  let here = try await manager.requestLocation(accuracy: 20, timeout: .seconds(seconds))
  print("here:", here.coordinate)
} catch {
  // The error describes the reason and the remedy; `best` is the most accurate location received, if any.
  print("nowhere:", error)
  if let best = error.best { print("at best:", best) }
  exit(1)
}
