import GPSEventRuntime
import GPSFleetLink
import GPSFleetLoad
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetPublisher

@Suite struct `A simulated fleet` {
  private let broker = FakeBroker()

  private func settings(devices: Int, most: Int64) throws -> FleetLoad.Settings {
    let host = FleetLinkSettings(try BrokerAddress("mqtt://127.0.0.1"), client: "")
    var settings = FleetLoad.Settings(hosts: [host], tenant: try FleetName("demo", of: .tenant)) {
      SimulatedLane($0, start: 1_764_000_000_000)
    }
    (settings.devices, settings.most, settings.rate) = (devices, most, 0)
    (settings.batch, settings.epoch, settings.second) = (.zero, 5, 100)
    return settings
  }

  /// Runs a fleet until it ends.
  private func run(
    _ settings: FleetLoad.Settings, _ act: @escaping @Sendable (FleetLoad) -> Void = { _ in }
  ) async throws -> LoadCounts? {
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let (ends, input) = AsyncStream.makeStream(of: LoadCounts.self)
    let load = try FleetLoad(on: loop, settings, makeLine: broker.maker, report: { _ in }) {
      input.yield($0)
    }
    await load.start()
    act(load)
    defer { withExtendedLifetime(load) {} }
    for await counts in ends { return counts }
    return nil
  }

  @Test func `delivers each position of each device once`() async throws {
    let counts = try #require(try await run(settings(devices: 5, most: 1500)))
    #expect(counts.isWhole && counts.made == 7500 && counts.settled == 7500 && counts.sent == 7500)
    #expect(counts.connects == 5 && counts.refused == 0)
    #expect(counts.againSilence + counts.againConnection + counts.againCollector == 0)
    #expect(broker.batches.flatMap(\.fixes).count == 7500 && broker.batches.allSatisfy { $0.epoch == 5 })
    let clients = broker.state.withLock { $0.connections.map(\.client) }
    #expect(Set(clients) == Set((1...5).map { "gpsbridge-demo-sim-\($0)" }))
  }

  @Test func `counts as settled only what a collector has committed`() async throws {
    broker.state.withLock { $0.commits = false }
    let waits = broker
    let counts = try await run(settings(devices: 2, most: 600)) { load in
      waits.state.withLock { $0.noticed = { load.later { if waits.batches.count >= 2 { $0.end() } } } }
      load.later { if waits.batches.count >= 2 { $0.end() } }
    }
    let ended = try #require(counts)
    #expect(!ended.isWhole && ended.made == 1200 && ended.settled == 0 && ended.sent == 1200)
    #expect(ended.ages.bound(of: 0.5) == nil && ended.text.hasPrefix("devices 2\nmade 1200\nsettled 0\n"))
  }

  @Test func `ends when all is refused, counts it, and is not whole`() async throws {
    broker.state.withLock { $0.refusal = "version" }
    let ends = broker
    var settings = try settings(devices: 2, most: FleetLoad.endless)
    (settings.rate, settings.limit) = (1000, .seconds(60))
    let ended = try await run(settings) { load in
      let stop = { @Sendable () -> Void in load.later { $0.stopMaking() } }
      ends.state.withLock { $0.noticed = stop }
      load.later { _ in if !ends.batches.isEmpty { stop() } }
    }
    let counts = try #require(ended)
    #expect(!counts.isWhole && counts.refused == counts.made && counts.refused > 0 && counts.settled == 0)
    #expect(counts.duration < .seconds(60))
  }

  @Test func `ends when it makes no more positions and all are settled`() async throws {
    var settings = try settings(devices: 3, most: FleetLoad.endless)
    settings.rate = 1000
    let stops = broker
    let counts = try await run(settings) { load in
      stops.state.withLock { $0.noticed = { load.later { $0.stopMaking() } } }
      load.later { if !stops.batches.isEmpty { $0.stopMaking() } }
    }
    let ended = try #require(counts)
    #expect(ended.isWhole && ended.made > 0 && ended.ages.bound(of: 1) != nil)
  }

  @Test func `connects at most three devices at a time`() async throws {
    // The broker accepts none of them.
    let open = Guarded(0)
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let load = try FleetLoad(
      on: loop, settings(devices: 40, most: 10),
      makeLine: { _, _, _ in
        PublisherLine(
          connect: { () throws(FleetLinkFault) in open.withLock { $0 += 1 } }, subscribe: { _ in nil },
          publish: { _ in nil }, close: {})
      }, report: { _ in }, finish: { _ in })
    await load.start()
    #expect(open.withLock { $0 } == 3)
  }

  @Test func `makes the same position of the same number, near the town, and moving`() throws {
    let lane = SimulatedLane(7, start: 0)
    let batch = lane.batch(1...600, installation: [UInt8](repeating: 1, count: 16), epoch: 1)
    #expect(batch == lane.batch(1...600, installation: [UInt8](repeating: 1, count: 16), epoch: 1))
    #expect(batch.fixes.count == 600 && batch.fixes.map(\.row.milliseconds) == (1...600).map { $0 * 1000 })
    let bytes = try FleetBatch(batch.bytes)
    #expect(bytes == batch)
    for (one, next) in zip(batch.fixes, batch.fixes.dropFirst()) {
      let (from, to) = (one.row.columns, next.row.columns)
      let north = Double((to[2] ?? 0) - (from[2] ?? 0)) / 89.93
      let east = Double((to[3] ?? 0) - (from[3] ?? 0)) / 132.9
      let speed = Double(from[7] ?? 0) / 100
      #expect(abs((north * north + east * east).squareRoot() - speed) < 0.3)
    }
  }

  @Test func `sets the clock of a device after a number`() {
    var lane = SimulatedLane(0, start: 1000, interval: 100)
    lane.step = SimulatedLane.ClockStep(after: 5, by: -3_600_000)
    #expect(lane.time(of: 5) == 1500 && lane.time(of: 6) == 1600 - 3_600_000)
    lane.step = SimulatedLane.ClockStep(after: 5, by: 1000)
    #expect(lane.time(of: 6) == 2600)
  }

  @Test(arguments: [nil, 1000, -700] as [Int64?])
  func `finds the first number since a time`(step: Int64?) {
    var lane = SimulatedLane(0, start: 1000, interval: 100)
    lane.step = step.map { SimulatedLane.ClockStep(after: 5, by: $0) }
    for time in stride(from: 0 as Int64, through: 4000, by: 50) {
      let first = (1...100).first { lane.time(of: $0) >= time }
      #expect(lane.first(since: time) == first, "\(time)")
    }
  }

  @Test func `names the time within which a part of the positions was settled`() {
    var ages = LoadAges()
    #expect(ages.bound(of: 1) == nil)
    for number in 1...100 { ages.add(.milliseconds(10 * number - 5)) }
    #expect(ages.bound(of: 0.5) == .milliseconds(500) && ages.bound(of: 0.99) == .milliseconds(990))
    #expect(ages.bound(of: 1) == .seconds(1))
    ages.add(.seconds(1_000_000))
    #expect(ages.bound(of: 1) == .milliseconds(3_600_010))
  }
}
