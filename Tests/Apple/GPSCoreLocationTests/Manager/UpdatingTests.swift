import GPSCoreLocation
import GPSBridge
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A CLLocationManager that updates` {
  let desk = Desk()
  let listener = Listener()

  init() { desk.manager.delegate = listener }

  private func start() async {
    desk.manager.startUpdatingLocation()
    await desk.opened()
  }

  @Test func `begins with Apple's defaults`() {
    let manager = CLLocationManager(receiver: desk.receiver)
    #expect(manager.distanceFilter == kCLDistanceFilterNone)
    #expect(manager.desiredAccuracy == kCLLocationAccuracyBest && manager.location == nil)
    #expect(manager.delegate == nil && manager.authorizationStatus == .notDetermined)
    #expect(manager.monitoredRegions.isEmpty)
  }

  @Test func `takes settings from any thread, the same for itself and the manager beneath`() async {
    let manager = desk.manager
    await withTaskGroup { group in
      for meters in 1...200 {
        group.addTask {
          manager.desiredAccuracy = Double(meters)
          manager.distanceFilter = Double(meters)
          manager.activityType = .fitness
        }
      }
    }
    #expect(manager.locationManager.desiredAccuracy == .within(manager.desiredAccuracy))
    #expect(manager.locationManager.distanceFilter == manager.distanceFilter)
    #expect(1...200 ~= manager.desiredAccuracy && manager.activityType == .fitness)
  }

  @Test @available(*, deprecated) func `never pauses by itself, whatever is set`() {
    #expect(!desk.manager.pausesLocationUpdatesAutomatically)
    desk.manager.pausesLocationUpdatesAutomatically = true
    #expect(!desk.manager.pausesLocationUpdatesAutomatically)
  }

  @Test func `tells its delegate of each location, and has it as its own by then`() async {
    await start()
    desk.epoch(48.1)
    await until { listener.batches.count == 1 }
    desk.epoch(48.2)
    await until { listener.batches.count == 2 }
    #expect(listener.latitudes == [48.1, 48.2])
    #expect(listener.locationsMeanwhile == listener.batches.map(\.last))
    #expect(desk.manager.location?.coordinate.latitude == 48.2)
  }

  @Test func `tells nothing once it is stopped, and keeps its location`() async {
    await start()
    desk.epoch()
    await until { !listener.batches.isEmpty }
    desk.epoch(48.5)
    desk.manager.stopUpdatingLocation()
    await breathe()
    #expect(listener.latitudes == [48])
    #expect(desk.manager.location?.coordinate.latitude == 48.5)
  }

  @Test(arguments: [kCLDistanceFilterNone, 0, -5, .nan])
  func `takes what is no distance for no filter`(_ distance: Double) async {
    desk.manager.distanceFilter = distance
    #expect(desk.manager.distanceFilter == kCLDistanceFilterNone)
    await start()
    desk.epoch()
    desk.epoch()
    await until { listener.latitudes.count == 2 }
  }

  @Test func `delivers whatever accuracy it wishes for`() async {
    desk.manager.desiredAccuracy = 1
    await start()
    desk.epoch(dilution: 30)
    await until { !listener.batches.isEmpty }
    #expect(listener.batches[0][0].horizontalAccuracy > 50)
  }

  @Test func `says for the moment that there is no fix, each time anew, and goes on`() async {
    await start()
    for _ in 0..<3 { desk.epoch(fix: false) }
    await until { !listener.errors.isEmpty }
    desk.epoch()
    await until { !listener.batches.isEmpty }
    for _ in 0..<60 { desk.epoch(fix: false) }
    await until { listener.errors.count == 2 }
    #expect(listener.errors.allSatisfy { ($0 as? CLError)?.code == .locationUnknown })
    desk.epoch()
    await until { listener.batches.count == 2 }
  }

  @Test func `outlives that the receiver is unplugged and comes back`() async {
    await start()
    desk.epoch(48.1)
    await until { listener.latitudes == [48.1] }
    desk.device.unplug()
    await until { !listener.errors.isEmpty }
    #expect((listener.errors[0] as? CLError)?.code == .locationUnknown)
    #expect(desk.manager.location?.coordinate.latitude == 48.1)
    desk.device.plug()
    await until { desk.device.openings == 2 && desk.device.isOpen }
    desk.epoch(48.2)
    await until { listener.latitudes == [48.1, 48.2] }
  }

  @Test func `does not keep its delegate alive, nor anything itself`() async {
    weak var manager: CLLocationManager?
    weak var delegate: Listener?
    do {
      let own = CLLocationManager(receiver: desk.receiver)
      let heard = Listener()
      own.delegate = heard
      own.startUpdatingLocation()
      await desk.opened()
      desk.epoch()
      await until { !heard.batches.isEmpty }
      (manager, delegate) = (own, heard)
    }
    await until { delegate == nil && manager == nil }
    await desk.closed()
  }

  @Test func `is a sequence of locations without a delegate and without a start`() async throws {
    let manager = CLLocationManager(receiver: desk.receiver)
    let loop = Task { @MainActor in
      for try await locations in manager.didUpdateLocations { return locations.map(\.coordinate.latitude) }
      return []
    }
    await desk.opened()
    desk.epoch(48.25)
    #expect(try await loop.value == [48.25])
    #expect(manager.delegate == nil)
  }
}
