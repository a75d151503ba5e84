import GPSBridge
import SimulatedGPS

let time = ManualTime()
let manager = LocationManager(SimulatedReceiver(.walk, time: time).receiver)
let answer = Task { try await manager.requestLocation() }
await time.advance(by: .seconds(40))
print(try await answer.value)
