import GPSCoreLocation
import SimulatedGPS
import GPSBridge
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A region` {
  let desk = Desk()
  let listener = Listener()
  let home = CLCircularRegion(
    center: CLLocationCoordinate2D(latitude: 48, longitude: 11.516_667), radius: 200, identifier: "home")

  init() { desk.manager.delegate = listener }

  /// Stays at a latitude for as long as the rules want it.
  private func stay(_ latitude: Double) { for _ in 0..<4 { desk.epoch(latitude) } }

  private func watch() async {
    desk.manager.startMonitoring(for: home)
    await desk.opened()
    await until { !listener.regions.isEmpty }
    #expect(listener.regions == ["watching home"])
  }

  @Test func `is entered and left, each with its state, and being inside at first is no entry`() async {
    await watch()
    stay(48)
    await breathe()
    #expect(listener.regions == ["watching home"])
    stay(48.01)
    await until { listener.regions.contains("left home") }
    stay(48)
    await until { listener.regions.contains("entered home") }
    #expect(
      listener.regions == ["watching home", "home: outside", "left home", "home: inside", "entered home"])
  }

  @Test func `tells its state as soon as it is known, to one that has asked before`() async {
    await watch()
    desk.manager.requestState(for: home)
    desk.manager.requestState(for: home)
    await breathe()
    #expect(listener.regions == ["watching home"])
    stay(48)
    await until { listener.regions.last == "home: inside" }
    stay(48)
    await breathe()
    #expect(listener.regions == ["watching home", "home: inside"])
  }

  @Test func `tells its state when it is known, and not within the call that asks`() async {
    await watch()
    stay(48.01)
    await breathe()
    desk.manager.requestState(for: home)
    #expect(listener.regions.count == 1)
    await until { listener.regions.last == "home: outside" }
  }

  @Test func `need not be watched to be asked about, and the receiver is let go behind the answer`() async {
    desk.manager.requestState(for: home)
    await desk.opened()
    stay(48)
    await until { listener.regions == ["home: inside"] }
    #expect(desk.manager.monitoredRegions.isEmpty)
    await desk.closed()
  }

  @Test func `has no state where there is no such circle`() async {
    desk.manager.requestState(for: CLCircularRegion(center: home.center, radius: -1, identifier: "odd"))
    await until { listener.regions == ["odd: unknown"] }
    #expect(desk.device.openings == 0)
  }

  @Test func `is asked about by several, and each of them is answered`() async {
    let other = CLLocationManager(receiver: desk.receiver)
    let others = Listener()
    other.delegate = others
    desk.manager.requestState(for: home)
    other.requestState(for: home)
    await desk.opened()
    stay(48)
    await until { listener.regions == ["home: inside"] && others.regions == ["home: inside"] }
  }

  @Test func `is shared by all managers of a receiver, and each delegate is told`() async {
    let other = CLLocationManager(receiver: desk.receiver)
    let others = Listener()
    other.delegate = others
    await watch()
    #expect(other.monitoredRegions == [home])
    stay(48)
    stay(48.01)
    await until { listener.regions.contains("left home") && others.regions.contains("left home") }
    #expect(others.regions == ["home: outside", "left home"])
    other.stopMonitoring(for: home)
    #expect(desk.manager.monitoredRegions.isEmpty)
  }

  @Test func `is watched on when the manager that began it goes, as long as there is another`() async {
    // The other one has begun by now.
    await until { !listener.statuses.isEmpty }
    var first: CLLocationManager? = CLLocationManager(receiver: desk.receiver)
    first?.startMonitoring(for: home)
    await desk.opened()
    weak let gone = first
    first = nil
    await until { gone == nil }
    #expect(desk.manager.monitoredRegions == [home])
    stay(48)
    stay(48.01)
    await until { listener.regions.contains("left home") }
  }

  @Test func `keeps to itself what nobody wants to know`() async {
    home.notifyOnExit = false
    await watch()
    stay(48)
    stay(48.01)
    await until { listener.regions.last == "home: outside" }
    stay(48)
    await until { listener.regions.last == "entered home" }
    #expect(!listener.regions.contains("left home"))
  }

  @Test func `is watched past the distance filter, and without updates`() async {
    desk.manager.distanceFilter = 100_000
    await watch()
    stay(48.01)
    stay(48)
    await until { listener.regions.last == "entered home" }
    #expect(listener.batches.isEmpty)
  }

  @Test func `is watched no more once it is stopped, and never by managers of another receiver`() async {
    await watch()
    #expect(desk.manager.monitoredRegions == [home])
    #expect(Desk().manager.monitoredRegions.isEmpty)
    desk.manager.stopMonitoring(for: home)
    #expect(desk.manager.monitoredRegions.isEmpty)
    await desk.closed()
  }

  @Test(arguments: [0, -1, .nan, .infinity]) func `cannot be watched with a radius that is none`(
    _ radius: Double
  ) async {
    let region = CLCircularRegion(center: home.center, radius: radius, identifier: "odd")
    desk.manager.startMonitoring(for: region)
    await until { listener.regions == ["cannot watch odd: 5"] }
    #expect(desk.manager.monitoredRegions.isEmpty)
    #expect(!region.contains(home.center))
  }

  @Test func `contains what lies within, and nothing that is no place`() {
    #expect(home.contains(home.center))
    #expect(!home.contains(CLLocationCoordinate2D(latitude: 48.01, longitude: 11.516_667)))
    #expect(!home.contains(kCLLocationCoordinate2DInvalid))
  }

  @Test func `replaces one of the same identifier`() async {
    await watch()
    let larger = CLCircularRegion(center: home.center, radius: 300, identifier: "home")
    desk.manager.startMonitoring(for: larger)
    #expect(desk.manager.monitoredRegions == [larger])
    #expect(larger != home)
    #expect(larger == CLCircularRegion(center: home.center, radius: 300, identifier: "home"))
  }

  @Test func `does not keep its managers, and the receiver is let go with the last of them`() async {
    weak var gone: CLLocationManager?
    let time = ManualTime()
    let device = DeskDevice(time, plugged: true)
    do {
      let manager = CLLocationManager(receiver: Receiver(device, time: time))
      manager.startMonitoring(for: home)
      manager.requestState(for: CLCircularRegion(center: home.center, radius: 5, identifier: "desk"))
      await until { device.isOpen }
      gone = manager
    }
    await until { gone == nil }
    await until {
      device.settle()
      time.jump(by: .seconds(1))
      return !device.isOpen
    }
  }
}
