import GNSS
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(5))) struct `The events of regions` {
  let bench = Bench()
  private let home: CircularRegion
  private let town: CircularRegion

  init() throws {
    let center = try #require(Coordinate(latitude: 48, longitude: 11 + 31.0 / 60))
    home = try #require(CircularRegion(identifier: "home", center: center, radius: 200))
    town = try #require(CircularRegion(identifier: "town", center: center, radius: 20_000))
  }

  @Test func `come as the receiver comes and goes, each once, with the regions in their order`() async throws
  {
    let manager = LocationManager(bench.receiver)
    // A filter by distance would keep back the locations that confirm one another.
    manager.distanceFilter = 1_000_000
    let events = manager.regionEvents(for: [home, town]).makeAsyncIterator()
    for latitude in [48.0, 48.1, 49, 48] { for _ in 0..<4 { bench.epoch(latitude: latitude) } }
    var told: [String] = []
    while told.count < 6, let event = try await events.next() {
      told.append("\(event.region.identifier) \(event.from) \(event.to)")
    }
    #expect(
      told == [
        "home unknown inside", "town unknown inside", "home inside outside", "town inside outside",
        "home outside inside", "town outside inside",
      ])
  }

  @Test func `are demand while a loop runs`() async {
    let manager = LocationManager(bench.receiver)
    let regions = manager.regionEvents(for: [home])
    bench.settle()
    #expect(!bench.device.isFollowed)
    let task = Task { for try await _ in regions {} }
    await until { bench.device.isFollowed }
    task.cancel()
    _ = await task.result
    bench.wait(.seconds(3))
    #expect(!bench.device.isFollowed)
  }

  @Test func `end with the error of a receiver that gives up`() async {
    let bench = Bench { $0.reconnect = .never }
    let manager = LocationManager(bench.receiver)
    let home = home
    let task = Task { for try await _ in manager.regionEvents(for: [home]) {} }
    await until { bench.device.isOpen }
    bench.settle()
    bench.device.unplug()
    await #expect(throws: LocationError.self) { try await task.value }
  }
}
