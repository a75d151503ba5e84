import Testing

@testable import GPSBridge

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A location manager` {
  let bench = Bench()
  let hearer = Hearer()

  private func manager(_ receiver: Receiver? = nil) -> LocationManager {
    let manager = LocationManager(receiver ?? bench.receiver)
    manager.delegate = hearer
    return manager
  }

  @Test func `tells each location once, and has it before it tells`() async {
    let manager = manager()
    var were: [Bool] = []
    hearer.onLocations = { manager, locations in were.append(manager.location == locations.last) }
    manager.startUpdatingLocation()
    for number in 1...4 {
      bench.epoch(latitude: 48 + Double(number) / 4)
      await until { hearer.locations.count == number }
    }
    #expect(hearer.latitudes == [48.25, 48.5, 48.75, 49])
    #expect(were == [true, true, true, true])
  }

  @Test func `tells in one call what came while the main actor was busy, oldest first`() async {
    let manager = manager()
    manager.startUpdatingLocation()
    bench.epoch()
    await until { !hearer.batches.isEmpty && hearer.states.contains(.fix) }
    for number in 1...5 { bench.epoch(latitude: 48 + Double(number) / 4) }
    await until { hearer.latitudes.count == 6 }
    // In between the receiver's rate becomes known, which is told in its place.
    #expect(hearer.batches.map(\.count) == [1, 3, 2])
    #expect(hearer.latitudes == [48, 48.25, 48.5, 48.75, 49, 49.25])
  }

  @Test func `yields nothing new when it is started again`() async {
    let manager = manager()
    for _ in 0..<3 { manager.startUpdatingLocation() }
    bench.epoch()
    bench.epoch(latitude: 49)
    await until { hearer.locations.count > 1 }
    manager.startUpdatingLocation()
    bench.epoch(latitude: 50)
    await until { hearer.latitudes.last == 50 }
    #expect(hearer.latitudes == [48, 49, 50])
    manager.stopUpdatingLocation()
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }

  @Test func `begins anew after a stop and a start, however near`() async {
    let manager = manager()
    manager.distanceFilter = 1000
    manager.startUpdatingLocation()
    bench.epoch()
    bench.epoch()
    await until { hearer.locations.count == 1 }
    manager.stopUpdatingLocation()
    manager.startUpdatingLocation()
    bench.epoch()
    bench.epoch()
    bench.epoch(latitude: 49)
    await until { hearer.latitudes.last == 49 }
    #expect(hearer.latitudes == [48, 48, 49])
  }

  @Test func `tells nothing after it was stopped, not even what waits`() async {
    let manager = manager()
    manager.startUpdatingLocation()
    bench.epoch()
    manager.stopUpdatingLocation()
    manager.startUpdatingLocation()
    bench.epoch(latitude: 50)
    await until { !hearer.locations.isEmpty }
    #expect(hearer.latitudes == [50])
  }

  @Test func `tells nothing more when it is stopped in the middle of a delivery`() async {
    let manager = manager()
    hearer.onLocations = { manager, _ in manager.stopUpdatingLocation() }
    let other = LocationManager(bench.receiver)
    let second = Hearer()
    other.delegate = second
    manager.startUpdatingLocation()
    other.startUpdatingLocation()
    for number in 0..<3 { bench.epoch(latitude: 48 + Double(number), fix: number != 1) }
    await until { second.locations.count == 2 }
    #expect(hearer.batches.count == 1)
    let statesThen = hearer.states
    bench.device.unplug()
    bench.settle()
    await until { second.states.count > statesThen.count }
    #expect(hearer.states == statesThen)
  }

  @Test func `shares the device with others and closes it a little after the last has stopped`() {
    let managers = (0..<3).map { _ in LocationManager(bench.receiver) }
    for manager in managers { manager.startUpdatingLocation() }
    bench.epoch()
    #expect(bench.device.openings.count == 1)
    managers[0].stopUpdatingLocation()
    managers[1].stopUpdatingLocation()
    managers[1].stopUpdatingLocation()
    bench.wait(.seconds(3))
    #expect(bench.device.isOpen)
    managers[2].stopUpdatingLocation()
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }

  @Test func `keeps its last location when it is stopped, and does not call it present`() async {
    let manager = manager()
    manager.startUpdatingLocation()
    bench.epoch()
    manager.stopUpdatingLocation()
    bench.wait(.seconds(30))
    #expect(manager.location?.coordinate.latitude == 48)
    #expect(manager.latest?.location == nil)
    #expect(manager.latest?.lastKnown != nil)
    #expect(manager.latest?.reason == .stopped)
  }

  @Test func `may be started and stopped from many threads at once`() async {
    let manager = manager()
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            if number % 2 == 0 { manager.startUpdatingLocation() } else { manager.stopUpdatingLocation() }
          }
        }
      }
    }
    manager.stopUpdatingLocation()
    #expect(!manager.isUpdatingLocation)
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen && !bench.device.isFollowed)
    manager.startUpdatingLocation()
    bench.epoch(latitude: 51)
    await until { hearer.latitudes.last == 51 }
  }

  @Test func `holds its delegate weakly`() {
    let manager = LocationManager(bench.receiver)
    var delegate: Hearer? = Hearer()
    manager.delegate = delegate
    #expect(manager.delegate != nil)
    delegate = nil
    #expect(manager.delegate == nil)
  }
}
