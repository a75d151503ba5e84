import GPSBridge
import Testing

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
    #expect(monitor.state(of: "near") == .outside)
    #expect(monitor.state(of: "far") == .inside)
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
    #expect(monitor.state(of: "near") == .unknown)
    #expect(monitor.regions == [wider])
  }
}
