import GPSBridge
import SimulatedGPS
import Testing

@Test func `A tunnel hides the position, and does not freeze it`() {
  let time = ManualTime()
  let manager = LocationManager(SimulatedReceiver(.tunnel, time: time).receiver)
  manager.startUpdatingLocation()

  time.jump(by: .seconds(50))
  #expect(manager.latest?.location != nil)
  time.jump(by: .seconds(30))
  #expect(manager.latest?.reason == .fixLost)
  time.jump(by: .seconds(60))
  #expect(manager.latest?.freshness == .live)
}
