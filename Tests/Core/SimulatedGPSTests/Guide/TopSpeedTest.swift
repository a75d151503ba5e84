import GPSBridge
import SimulatedGPS
import Testing

@MainActor final class Dashboard {
  private(set) var topSpeed = 0.0

  func follow(_ manager: LocationManager) async {
    for await update in manager.liveUpdates { topSpeed = max(topSpeed, update.location?.speed ?? 0) }
  }
}

@MainActor @Test func `A dashboard keeps the top speed`() async {
  let time = ManualTime()
  let manager = LocationManager(SimulatedReceiver(.drive, time: time).receiver)
  let dashboard = Dashboard()
  let task = Task { await dashboard.follow(manager) }

  await time.advance(by: .seconds(120))
  #expect(dashboard.topSpeed > 10)
  task.cancel()
}
