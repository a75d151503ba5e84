import GPSBridge
import TripMeter

let receiver = Receiver.default
// Beside the meter, what happens and why there is no fix, line by line.
Task { await keepLog(of: receiver) { print($0) } }
await follow(LocationManager(receiver)) { print("\(Int($0.distance)) m, lost \($0.gaps) times") }
