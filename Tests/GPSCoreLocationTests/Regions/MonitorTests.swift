import GPSCoreLocation
import GPSBridge
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A CLMonitor` {
  let desk = Desk()
  let home = CLMonitor.CircularGeographicCondition(
    center: CLLocationCoordinate2D(latitude: 48, longitude: 11.516_667), radius: 200)

  private func stay(_ latitude: Double) { for _ in 0..<4 { desk.epoch(latitude) } }

  private func monitor() -> CLMonitor { CLMonitor("places", manager: LocationManager(desk.receiver)) }

  @Test func `tells when a condition begins to hold and when it ceases to`() async {
    let monitor = monitor()
    let events = await monitor.events.makeAsyncIterator()
    await monitor.add(home, identifier: "home")
    await desk.opened()
    stay(48)
    var event = await events.next()
    #expect(event?.identifier == "home" && event?.state == .satisfied)
    stay(48.01)
    event = await events.next()
    #expect(event?.state == .unsatisfied)
    #expect(await monitor.record(for: "home")?.lastEvent == event)
    #expect(await monitor.identifiers == ["home"])
  }

  @Test func `is silent about what was assumed`() async {
    let monitor = monitor()
    let events = await monitor.events.makeAsyncIterator()
    await monitor.add(home, identifier: "home", assuming: .satisfied)
    #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied)
    await desk.opened()
    stay(48)
    stay(48.01)
    #expect(await events.next()?.state == .unsatisfied)
  }

  @Test func `lets the receiver go with its last condition`() async {
    let monitor = monitor()
    await monitor.add(home, identifier: "home")
    await desk.opened()
    await monitor.remove("home")
    await until {
      desk.wait(.seconds(1))
      return !desk.device.isOpen
    }
    #expect(await monitor.record(for: "home") == nil)
  }

  @Test func `ends its events when it goes`() async {
    var monitor: CLMonitor? = monitor()
    await monitor?.add(home, identifier: "home")
    await desk.opened()
    let events = await monitor?.events.makeAsyncIterator()
    monitor = nil
    #expect(await events?.next() == nil)
  }

  @Test func `does not know about a circle that is none`() async {
    let monitor = monitor()
    await monitor.add(.init(center: home.center, radius: -1), identifier: "odd")
    #expect(await monitor.record(for: "odd")?.lastEvent.state == .unknown)
  }
}
