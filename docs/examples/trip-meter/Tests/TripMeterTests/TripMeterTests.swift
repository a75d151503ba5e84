import GPSBridge
import SimulatedGPS
import Testing
import TripMeter

@Suite struct `A trip meter` {
  /// Returns all updates of a simulated period, which takes no real time.
  private func updates(_ scenario: Scenario, _ duration: Duration) async -> [LocationUpdate] {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(scenario, time: time).receiver)
    let updates = manager.liveUpdates.keeping(.unbounded).subscribe()
    await time.advance(by: duration)
    // The stream does not end, so stop at the latest update.
    var told: [LocationUpdate] = []
    let last = manager.latest
    while let update = await updates.next() {
      told.append(update)
      if update == last { break }
    }
    return told
  }

  private func meter(_ scenario: Scenario, _ duration: Duration) async -> TripMeter {
    var meter = TripMeter()
    for update in await updates(scenario, duration) { meter.take(update) }
    return meter
  }

  @Test func `stays at nothing while the receiver stands`() async {
    #expect(await meter(.staticDesk, .seconds(600)).distance == 0)
  }

  @Test func `counts a kilometer as one`() async {
    var scenario = Scenario()
    // Ten meters per second to the north, for a hundred seconds from the first fix.
    let goal = Scenario.Place(latitude: 48.3, longitude: 11.516_667, altitude: 545.4, geoidSeparation: 46.9)
    scenario.journey = .greatCircle(to: goal, speed: 10)
    let distance = await meter(scenario, .seconds(104)).distance
    #expect(distance > 950 && distance < 1050)
  }

  @Test func `leaves out what nobody saw`() async {
    let tunnel = await meter(.tunnel, .seconds(160))
    #expect(tunnel.gaps == 1)
    // The same route, without the tunnel.
    let open = await meter(.drive, .seconds(160))
    #expect(open.gaps == 0)
    #expect(tunnel.distance < open.distance)
  }
}
