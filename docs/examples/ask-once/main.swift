// Asks for one location that is good enough, and gives up when the time is over. The answer is the exit status, too: 0 for
// a location, 1 for none.
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
  // Why there is none, and what to do about it. Whatever came meanwhile, too inaccurate as it was, comes with the error.
  print("nowhere:", error)
  if let best = error.best { print("at best:", best) }
  exit(1)
}
