import GPSBridge
import TripMeter

await follow(LocationManager()) { print("\(Int($0.distance)) m, lost \($0.gaps) times") }
