import GPSBridge
import TripMeter

let receiver = Receiver.default
// Print events and the reasons for a missing fix in addition to the distance.
Task { await keepLog(of: receiver) { print($0) } }
await follow(LocationManager(receiver)) { print("\(Int($0.distance)) m, lost \($0.gaps) times") }
