import GNSS
import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `A region` {
  private let center: Coordinate
  private let region: CircularRegion

  init() throws {
    center = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    region = try #require(CircularRegion(identifier: "home", center: center, radius: 100))
  }

  /// A location so many meters away from the middle.
  private func location(_ meters: Double, accuracy: Double = 5, bearing: Double = 77) throws -> Location {
    let place = try #require(center.destination(bearing: bearing, distance: meters))
    return try #require(Sample.location(place.latitude, place.longitude, accuracy: accuracy))
  }

  /// The states that are reached on a way, each with the number of the location that decided it.
  private func changes(
    _ distances: [Double], accuracy: Double = 5, rules: RegionRules = .standard
  ) throws -> [String] {
    var tracker = RegionTracker(region, rules: rules)
    return try distances.enumerated().compactMap { index, meters in
      try tracker.update(location(meters, accuracy: accuracy)).map { "\(index): \($0.from)→\($0.to)" }
    }
  }

  @Test func `is entered and left once on a way through its middle`() throws {
    let way = stride(from: -199.0, through: 201, by: 10).map(abs)
    // With a margin of 12.5 m the twelfth and the thirty-second are the first beyond it.
    #expect(try changes(way) == ["2: unknown→outside", "14: outside→inside", "34: inside→outside"])
  }

  @Test func `is not entered where its state becomes known for the first time`() throws {
    var tracker = RegionTracker(region)
    #expect(tracker.state == .unknown)
    for _ in 0..<2 { #expect(try tracker.update(location(0)) == nil) }
    let event = try #require(try tracker.update(location(0)))
    #expect(event.to == .inside && !event.isEntry && !event.isExit)
    #expect(tracker.state == .inside)
  }

  @Test func `says whether a change is an entry or an exit`() throws {
    var tracker = RegionTracker(region)
    let events = try [300.0, 300, 300, 0, 0, 0, 300, 300, 300].compactMap { try tracker.update(location($0)) }
    #expect(events.map(\.isEntry) == [false, true, false])
    #expect(events.map(\.isExit) == [false, false, true])
    #expect(events.allSatisfy { $0.region == region })
    #expect(events.last?.location == (try location(300)))
  }

  @Test func `is not left for one location far away, but although some on the way say nothing`() throws {
    #expect(try changes([0, 0, 0, 3000, 0, 0, 3000, 3000, 0, 0]) == ["2: unknown→inside"])
    #expect(try changes([0, 0, 0, 120, 105, 120, 95, 120]) == ["2: unknown→inside", "7: inside→outside"])
  }

  @Test func `is not known at its border`() throws {
    #expect(try changes([Double](repeating: 100, count: 50)) == [])
    #expect(try changes([Double](repeating: 95, count: 50)) == [])
    #expect(try changes([Double](repeating: 108, count: 50)) == [])
  }

  @Test func `has a border as wide as the locations are inaccurate`() throws {
    #expect(try changes([120, 120, 120]) == ["2: unknown→outside"])
    for (meters, state) in [(120.0, ""), (146, "outside"), (54, "inside"), (56, "")] {
      let expected = state.isEmpty ? [] : ["2: unknown→\(state)"]
      #expect(try changes([meters, meters, meters], accuracy: 18) == expected, "\(meters)")
    }
  }

  @Test func `is not entered by a location that may be anywhere`() throws {
    #expect(try changes([0, 0, 0], accuracy: 101) == [])
    #expect(try changes([0, 0, 0], accuracy: 99) == ["2: unknown→inside"])
    // But one that is far enough away is outside all the same.
    #expect(try changes([6000, 6000, 6000], accuracy: 1000) == ["2: unknown→outside"])
  }

  @Test(arguments: [Double.nan, .infinity, 0, -1])
  func `learns nothing from a location whose accuracy is none`(accuracy: Double) throws {
    #expect(try changes([0, 0, 0, 0, 5000, 5000, 5000, 5000], accuracy: accuracy) == [])
  }

  @Test func `keeps coming and going apart where its margin does not fit in`() throws {
    // A margin of 75 m: 50 of them within, so 100 without.
    #expect(try changes([49, 49, 49], accuracy: 30) == ["2: unknown→inside"])
    #expect(try changes([51, 51, 51], accuracy: 30) == [])
    #expect(try changes([199, 199, 199], accuracy: 30) == [])
    #expect(try changes([201, 201, 201], accuracy: 30) == ["2: unknown→outside"])
  }

  @Test func `can be entered although it is smaller than its margin`() throws {
    let spot = try #require(CircularRegion(identifier: "spot", center: center, radius: 8))
    var tracker = RegionTracker(spot)
    let events = try [100.0, 100, 100, 3, 3, 3].compactMap { try tracker.update(location($0)) }
    #expect(events.map(\.to) == [.outside, .inside])
  }

  @Test func `changes at once where one location is enough`() throws {
    var rules = RegionRules.standard
    rules.confirmations = 1
    #expect(try changes([0, 300, 0], rules: rules).count == 3)
  }

  /// A receiver that stands on the border, with errors that drift as those of real ones do, for half an hour.
  @Test(arguments: [2.0, 5, 10, 30])
  func `does not flap under a receiver that stands at its border`(accuracy: Double) throws {
    var random = SeededGenerator()
    for position in [85.0, 95, 100, 105, 115] {
      var tracker = RegionTracker(region)
      var drift = Drift(accuracy: accuracy)
      var plain = (count: 0, isInside: false)
      var count = 0
      for _ in 0..<2000 {
        let place = try drift.step(from: location(position).coordinate, &random)
        let fix = try #require(Sample.location(place.latitude, place.longitude, accuracy: accuracy))
        if tracker.update(fix) != nil { count += 1 }
        let isInside = region.contains(place)
        plain = (plain.count + (isInside != plain.isInside ? 1 : 0), isInside)
      }
      #expect(
        count <= 2, "seed \(seed), \(position) m: \(count) changes, a plain comparison has \(plain.count)")
      // Where this fails, the drift is none, and the test says nothing.
      if position == 100 { #expect(plain.count > 100, "seed \(seed)") }
    }
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func `has a radius that a circle can have`(radius: Double) {
    #expect(CircularRegion(identifier: "none", center: center, radius: radius) == nil)
  }
}

/// An error that has a usual size and changes slowly.
private struct Drift {
  var accuracy: Double
  private var east = 0.0
  private var north = 0.0

  init(accuracy: Double) { self.accuracy = accuracy }

  /// Moves the error by a little, and gives the place that a receiver would tell.
  mutating func step(from place: Coordinate, _ random: inout SeededGenerator) throws -> Coordinate {
    // Each axis keeps 19 of 20 parts, and has a deviation of accuracy / 1.515 in the long run.
    let noise = accuracy / 1.515 * 0.312
    east = east * 0.95 + noise * Self.normal(&random)
    north = north * 0.95 + noise * Self.normal(&random)
    let half = try #require(place.destination(bearing: 90, distance: east))
    return try #require(half.destination(bearing: 0, distance: north))
  }

  /// Nearly a normal distribution: the sum of twelve.
  private static func normal(_ random: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }
}

@Suite struct `A monitor of regions` {
  private let near: CircularRegion
  private let far: CircularRegion

  init() throws {
    let here = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let there = try #require(Coordinate(latitude: 48.2, longitude: 11.5))
    near = try #require(CircularRegion(identifier: "near", center: here, radius: 100))
    far = try #require(CircularRegion(identifier: "far", center: there, radius: 200))
  }

  private func update(_ monitor: inout RegionMonitor, _ latitude: Double) throws -> [String] {
    let location = try #require(Sample.location(latitude, 11.5))
    return (0..<3).flatMap { _ in monitor.update(location) }.map { "\($0.region.identifier) \($0.to)" }
  }

  @Test func `tells the changes of all regions, in the order they were added`() throws {
    var monitor = RegionMonitor()
    monitor.add(near)
    monitor.add(far)
    #expect(monitor.regions == [near, far])
    #expect(try update(&monitor, 48.1) == ["near inside", "far outside"])
    #expect(try update(&monitor, 48.2) == ["near outside", "far inside"])
    #expect(monitor.state(of: "near") == .outside && monitor.state(of: "far") == .inside)
    #expect(monitor.state(of: "nowhere") == nil)
  }

  @Test func `forgets a region that is removed`() throws {
    var monitor = RegionMonitor()
    monitor.add(near)
    let removals = [monitor.remove("near"), monitor.remove("near")]
    #expect(removals == [true, false])
    #expect(try update(&monitor, 48.1) == [])
  }

  @Test func `keeps what it knows of a region that is added once more, and forgets it for another circle`()
    throws
  {
    var monitor = RegionMonitor()
    monitor.add(near)
    #expect(try update(&monitor, 48.1) == ["near inside"])
    monitor.add(near)
    #expect(monitor.state(of: "near") == .inside)
    var wider = near
    wider.radius = 300
    monitor.add(wider)
    #expect(monitor.state(of: "near") == .unknown && monitor.regions == [wider])
  }
}

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
