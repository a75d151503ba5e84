import GPSBridge
import SimulatedGPS

let time = ManualTime()
let manager = LocationManager(SimulatedReceiver(.walk, time: time).receiver)
let answer = Task { try await manager.requestLocation() }

// In the main file itself, the compiler refuses `time.jump(by:)`: it would take the synchronous one.
func move() async { await time.advance(by: .seconds(40)) }
await move()

let location = try await answer.value
print(location.coordinate)
guard location.horizontalAccuracy > 0 else { fatalError("a location without an accuracy") }
