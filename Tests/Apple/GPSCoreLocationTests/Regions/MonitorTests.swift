import GPSCoreLocation
import GPSBridge
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A CLMonitor` {
  let desk = Desk()
  let home = CLMonitor.CircularGeographicCondition(
    center: CLLocationCoordinate2D(latitude: 48, longitude: 11.516_667), radius: 200)

  private func stay(_ latitude: Double) { for _ in 0..<4 { desk.epoch(latitude) } }

  private func monitor() -> CLMonitor { CLMonitor("places", manager: LocationManager(desk.receiver)) }

  /// A monitor of that circle, with the receiver open.
  private func monitorOfHome() async -> CLMonitor {
    let monitor = monitor()
    await monitor.add(home, identifier: "home")
    await desk.opened()
    return monitor
  }

  @Test func `tells when a condition begins to hold and when it ceases to`() async {
    let monitor = monitor()
    var events = await monitor.events.makeAsyncIterator()
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
    var events = await monitor.events.makeAsyncIterator()
    await monitor.add(home, identifier: "home", assuming: .satisfied)
    #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied)
    await desk.opened()
    stay(48)
    stay(48.01)
    #expect(await events.next()?.state == .unsatisfied)
  }

  @Test func `lets the receiver go with its last condition`() async {
    let monitor = await monitorOfHome()
    await monitor.remove("home")
    await desk.closed()
    #expect(await monitor.record(for: "home") == nil)
  }

  @Test func `ends its events when it goes`() async {
    var monitor: CLMonitor? = await monitorOfHome()
    var events = await monitor?.events.makeAsyncIterator()
    monitor = nil
    #expect(await events?.next() == nil)
  }

  @Test func `does not watch a circle that is none`() async {
    let monitor = monitor()
    await monitor.add(.init(center: home.center, radius: -1), identifier: "odd")
    let event = await monitor.record(for: "odd")?.lastEvent
    #expect(event?.state == .unmonitored && event?.conditionUnsupported == true)
    #expect(desk.device.openings == 0)
  }

  @Test func `keeps what happened until somebody takes it`() async {
    let monitor = await monitorOfHome()
    stay(48)
    await wait(for: .satisfied, of: monitor)
    stay(48.01)
    await wait(for: .unsatisfied, of: monitor)
    var events = await monitor.events.makeAsyncIterator()
    #expect(await events.next()?.state == .satisfied)
    #expect(await events.next()?.state == .unsatisfied)
  }

  @Test func `tells what a loop was told to no loop that begins later`() async {
    let monitor = await monitorOfHome()
    stay(48)
    await wait(for: .satisfied, of: monitor)
    for await event in await monitor.events {
      #expect(event.state == .satisfied)
      break
    }
    stay(48.01)
    await wait(for: .unsatisfied, of: monitor)
    var events = await monitor.events.makeAsyncIterator()
    #expect(await events.next()?.state == .unsatisfied)
  }

  @Test func `tells each of two loops all that happens`() async {
    let monitor = monitor()
    var first = await monitor.events.makeAsyncIterator()
    var second = await monitor.events.makeAsyncIterator()
    await monitor.add(home, identifier: "home")
    await desk.opened()
    stay(48)
    #expect(await first.next()?.state == .satisfied)
    #expect(await second.next()?.state == .satisfied)
  }

  @Test func `forgets what nobody took of a condition that is replaced or removed`() async {
    let monitor = await monitorOfHome()
    await monitor.add(home, identifier: "work")
    stay(48)
    await wait(for: .satisfied, of: monitor)
    await monitor.remove("home")
    var events = await monitor.events.makeAsyncIterator()
    #expect(await events.next()?.identifier == "work")
    await monitor.add(home, identifier: "home", assuming: .satisfied)
    stay(48.01)
    #expect(await events.next()?.state == .unsatisfied)
  }

  @Test func `is one with another of its name at the same receiver`() async {
    let first = monitor()
    let second = monitor()
    var events = await second.events.makeAsyncIterator()
    await first.add(home, identifier: "home")
    #expect(await second.identifiers == ["home"])
    await desk.opened()
    stay(48)
    #expect(await events.next()?.identifier == "home")
    await second.remove("home")
    #expect(await first.identifiers.isEmpty)
    #expect(await CLMonitor("others", manager: LocationManager(desk.receiver)).identifiers.isEmpty)
    #expect(await CLMonitor("places", manager: LocationManager(Desk().receiver)).identifiers.isEmpty)
  }

  @Test func `takes its conditions along when the last of its name goes`() async {
    var monitor: CLMonitor? = monitor()
    await monitor?.add(home, identifier: "home")
    await desk.opened()
    monitor = nil
    await desk.closed()
    #expect(await self.monitor().identifiers.isEmpty)
  }

  /// Waits until all conditions are in a state.
  private func wait(for state: CLMonitor.Event.State, of monitor: CLMonitor) async {
    for identifier in await monitor.identifiers {
      while await monitor.record(for: identifier)?.lastEvent.state != state { await Task.yield() }
    }
  }
}
