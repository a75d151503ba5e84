import GPSEventRuntime
import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(5))) struct `The locations of a manager` {
  private let manager: LocationManager

  init() { manager = LocationManager(bench.receiver) }

  let bench = Bench()

  private func next(_ locations: Batches<Location, LocationError>) async throws -> [Double]? {
    try await locations.next()?.map(\.coordinate.latitude)
  }

  @Test func `come oldest first, all that piled up at a time, and never an empty array`() async throws {
    let locations = manager.subscribe()
    bench.epoch(fix: false)
    bench.epoch(latitude: 48)
    bench.epoch(latitude: 49)
    bench.epoch(fix: false)
    #expect(try await next(locations) == [48, 49])
    bench.wait(.seconds(60))
    bench.epoch(latitude: 50)
    #expect(try await next(locations) == [50])
  }

  @Test func `open the device by being listened to, and close it a little after`() async throws {
    let stream = manager.didUpdateLocations
    bench.settle()
    #expect(!bench.device.isFollowed)
    let locations = stream.makeAsyncIterator()
    bench.epoch()
    #expect(bench.device.isOpen)
    locations.cancel()
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }

  @Test func `keep the manager and its receiver alive, and let them go`() async throws {
    weak var receiver: Receiver?
    weak var manager: LocationManager?
    do {
      let device = FakeDevice(bench.time)
      let locations: Batches<Location, LocationError>
      do {
        let made = Receiver(device, time: bench.time)
        receiver = made
        let view = LocationManager(made)
        manager = view
        locations = view.subscribe()
      }
      #expect(receiver != nil && manager != nil)
      receiver?.engine.loop.sync {}
      receiver?.engine.loop.sync {}
      device.say(wireEpoch(second: 0))
      device.say(wireEpoch(second: 1))
      #expect(try await locations.next() != nil)
    }
    #expect(manager == nil)
    #expect(receiver == nil)
  }

  @Test func `are filtered for each consumer by what it was given itself`() async throws {
    manager.distanceFilter = 1000
    let early = manager.subscribe()
    for _ in 0..<3 { bench.epoch(latitude: 48) }
    #expect(try await next(early) == [48])
    let late = manager.subscribe()
    for latitude in [48, 48.001, 49, 49.001] { bench.epoch(latitude: latitude) }
    #expect(try await next(early) == [49])
    #expect(try await next(late) == [48, 49])
  }

  @Test func `begin with the last one where that is wanted and still true`() async throws {
    let holder = manager.subscribe(.latest)
    for _ in 0..<4 { bench.epoch(latitude: 48) }
    let replayed = manager.subscribe(.unbounded, replayLatest: true)
    let plain = manager.subscribe(.unbounded)
    bench.epoch(latitude: 49)
    #expect(try await next(replayed) == [48, 49])
    #expect(try await next(plain) == [49])
    holder.cancel()
  }

  @Test func `never begin with a stale one`() async throws {
    let holder = manager.subscribe(.latest)
    for _ in 0..<4 { bench.epoch(latitude: 48) }
    bench.wait(.seconds(3))
    #expect(manager.location != nil)
    let replayed = manager.subscribe(.unbounded, replayLatest: true)
    bench.epoch(latitude: 49)
    #expect(try await next(replayed) == [49])
    holder.cancel()
  }

  @Test func `end with the error, once, where the receiver was told not to wait`() async throws {
    let bench = Bench { $0.reconnect = .never }
    let manager = LocationManager(bench.receiver)
    let locations = manager.subscribe()
    bench.epoch()
    bench.device.unplug()
    bench.settle()
    #expect(try await locations.next()?.count == 1)
    let error = await #expect(throws: LocationError.self) { try await locations.next() }
    #expect(error?.code == .disconnected)
    #expect(try await locations.next() == nil)
    // And who comes late is told at once.
    await #expect(throws: LocationError.self) { try await manager.subscribe().next() }
  }

  @Test func `end for a task that is cancelled while it waits`() async throws {
    let task = Task { [manager] in for try await _ in manager.didUpdateLocations {} }
    await until { bench.receiver.locations.subscriberCount == 1 }
    task.cancel()
    try await task.value
    #expect(bench.receiver.locations.subscriberCount == 0)
  }

  @Test @MainActor func `install nothing: the delegate is the same before and after`() async throws {
    let hearer = Hearer()
    manager.delegate = hearer
    let locations = manager.subscribe()
    bench.epoch()
    #expect(try await locations.next() != nil)
    #expect(manager.delegate === hearer)
  }
}
