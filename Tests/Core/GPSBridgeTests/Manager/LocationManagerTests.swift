import GNSS
import TestSupport
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
    #expect(manager.location?.coordinate.latitude == 48 && manager.latest?.location == nil)
    #expect(manager.latest?.lastKnown != nil && manager.latest?.reason == .stopped)
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

@Suite struct `A distance filter` {
  private let start: Coordinate

  init() throws { start = try #require(Coordinate(latitude: 48, longitude: 11)) }

  /// Locations so many meters to the north.
  private func locations(_ meters: [Double]) throws -> [Location] {
    try meters.map {
      let place = try #require(start.destination(bearing: 0, distance: $0))
      return try #require(Sample.location(place.latitude, place.longitude))
    }
  }

  private func passed(_ meters: [Double], filter: Double?) throws -> [Int] {
    var distances = DistanceFilter()
    let kept = try locations(meters).enumerated().filter { _, location in
      !distances.pass([location], meters: filter).isEmpty
    }
    return kept.map(\.offset)
  }

  @Test func `counts from the location that was let through last, within one batch as between two`() throws {
    let meters = [0.0, 4, 8, 12, 16, 20, 24]
    #expect(try passed(meters, filter: 10) == [0, 3, 6])
    var filter = DistanceFilter()
    let places = try locations(meters)
    #expect(filter.pass(places, meters: 10) == [places[0], places[3], places[6]])
  }

  @Test func `lets a location through that is exactly as far as it has to be`() throws {
    let two = try locations([0, 10])
    let distance = two[0].distance(to: two[1])
    var filter = DistanceFilter()
    #expect(filter.pass(two, meters: distance).count == 2)
    filter = DistanceFilter()
    #expect(filter.pass(two, meters: distance.nextUp).count == 1)
  }

  @Test func `lets the first location through, however far everything is`() throws {
    #expect(try passed([0, 100], filter: .infinity) == [0])
  }

  @Test(arguments: [nil, 0, -1, -Double.infinity, Double.nan])
  func `is none where it is no distance`(_ meters: Double?) throws {
    #expect(try passed([0, 0, 0], filter: meters) == [0, 1, 2])
  }

  @Test func `counts from what was let through while there was no filter`() throws {
    var filter = DistanceFilter()
    let places = try locations([0, 100, 105])
    #expect(filter.pass(Array(places.prefix(2)), meters: nil).count == 2)
    #expect(filter.pass(Array(places.suffix(1)), meters: 50) == [])
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The events of a receiver` {
  /// An event's kind without what goes with it.
  private func words(_ events: [ReceiverEvent]) -> [String] {
    events.compactMap {
      switch $0.kind {
      case .attached: "attached"
      case .detached: "detached"
      case .opened: "opened"
      case .closed: "closed"
      case .disconnected: "disconnected"
      case .firstFix: "first fix"
      case .freshness(.lost): "lost"
      case .back: "back"
      default: nil
      }
    }
  }

  private func all(_ events: Subscription<ReceiverEvent, Never>, _ count: Int) async -> [ReceiverEvent] {
    var all: [ReceiverEvent] = []
    while words(all).count < count, let event = await events.next() { all.append(event) }
    return all
  }

  @Test func `tell the story of a cable that is pulled and put back`() async {
    let bench = Bench()
    let manager = LocationManager(bench.receiver)
    let events = manager.events.subscribe()
    let holder = manager.subscribe(.latest)
    for _ in 0..<3 { bench.epoch() }
    bench.device.unplug()
    bench.wait(.seconds(20))
    bench.device.plug()
    bench.settle()
    for _ in 0..<2 { bench.epoch() }
    holder.cancel()
    bench.wait(.seconds(3))
    let told = await all(events, 12)
    #expect(
      words(told) == [
        "attached", "opened", "first fix", "lost", "disconnected", "detached", "attached", "opened",
        "first fix", "back", "lost", "closed",
      ])
    let gap = told.compactMap { if case .back(let gap) = $0.kind { gap } else { nil } }.first
    #expect((gap ?? .zero) > .seconds(20))
  }

  @Test func `begin with nothing, are not repeated for who comes late, and never fail`() async throws {
    let bench = Bench { $0.reconnect = .never }
    let manager = LocationManager(bench.receiver)
    let holder = manager.fixes.subscribe()
    bench.epoch()
    let late = manager.events.keeping(.unbounded).subscribe()
    bench.device.unplug()
    bench.settle()
    var told: [ReceiverEvent] = []
    for await event in late { told.append(event) }
    #expect(!words(told).contains("attached") && words(told).contains("disconnected"))
    // What it has become is told before the end, and not behind it.
    guard case .state(.failed)? = told.last?.kind else {
      throw Unexpected("the last event is \(String(describing: told.last))")
    }
    holder.cancel()
  }

  @Test func `end with the receiver`() async {
    let time = Bench().time
    var receiver: Receiver? = Receiver(FakeDevice(time), time: time)
    let events = receiver?.events.subscribe(.unbounded)
    receiver = nil
    #expect(await events?.next() == nil)
  }
}
