import GPSEventRuntime
import GPSBridge
import Glibc
import GPSSystemCalls
import SimulatedGPS
import Testing

/// Rounds of each test, since a fault may show once in a hundred times; `make stress` asks for more.
private let rounds = number("DELIVERY_ROUNDS") ?? 200

private func number(_ name: String) -> Int? {
  guard let text = unsafe getenv(name) else { return nil }
  return unsafe Int(String(cString: text))
}

/// A view's model, as people write it.
@MainActor private final class Model {
  private(set) var places: [Double] = []
  private(set) var reasons: [NoLocationReason] = []
  private var task: Task<Void, Never>?

  func start(_ manager: LocationManager) {
    task = Task { [weak self] in
      for await update in manager.liveUpdates {
        guard let self else { return }
        if let location = update.location { places.append(location.coordinate.latitude) }
        if let reason = update.reason, reason != reasons.last { reasons.append(reason) }
      }
    }
  }

  func stop() { task?.cancel() }
}

/// An actor on the loop that moves the receiver, too.
private actor Neighbor {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }
  private(set) var count = 0

  init(_ loop: EventLoop) { self.loop = loop }

  func follow(_ manager: LocationManager) async {
    for await update in manager.liveUpdates where update.location != nil { count += 1 }
  }
}

/// The same on an actor, with a step of its own between two elements.
private actor Logbook {
  private(set) var count = 0
  private let keeper = Keeper()

  func follow(_ manager: LocationManager) async throws {
    for try await locations in manager.didUpdateLocations {
      for _ in locations { count = await keeper.next() }
    }
  }
}

private actor Keeper {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}

@MainActor private final class Told: LocationManagerDelegate {
  private(set) var count = 0
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    count += locations.count
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Time that is moved and awaited` {
  let time = ManualTime()

  private func manager(_ scenario: Scenario = .staticDesk) -> LocationManager {
    LocationManager(SimulatedReceiver(scenario, time: time).receiver)
  }

  @MainActor @Test func `lets a model on the main actor see each epoch`() async {
    for _ in 0..<rounds {
      let time = ManualTime()
      let manager = LocationManager(SimulatedReceiver(.staticDesk, time: time).receiver)
      let model = Model()
      model.start(manager)
      await time.advance(by: .seconds(5))
      let first = model.places.count
      await time.advance(by: .seconds(5))
      #expect(first >= 3 && model.places.count == first + 5, "\(first), \(model.places.count)")
      #expect(!model.reasons.contains(.noDevice), "\(model.reasons)")
      model.stop()
    }
  }

  @Test func `lets an actor do its part, with all that it waits for`() async throws {
    for _ in 0..<rounds {
      let time = ManualTime()
      let manager = LocationManager(SimulatedReceiver(.staticDesk, time: time).receiver)
      let logbook = Logbook()
      let task = Task { try await logbook.follow(manager) }
      await time.advance(by: .seconds(5))
      let first = await logbook.count
      await time.advance(by: .seconds(5))
      let second = await logbook.count
      #expect(first >= 3 && second == first + 5, "\(first), \(second)")
      task.cancel()
    }
  }

  @Test func `lets tasks on the loop, on another loop and on any thread see each epoch`() async {
    let other = EventLoop()
    other.start()
    defer { other.stop() }
    for _ in 0..<max(1, rounds / 4) {
      let time = ManualTime()
      let manager = LocationManager(SimulatedReceiver(.staticDesk, time: time).receiver)
      let counts = (0..<3).map { _ in Guarded(0) }
      @Sendable func follow(_ number: Int) async {
        for await update in manager.liveUpdates where update.location != nil {
          counts[number].withLock { $0 += 1 }
        }
      }
      let tasks = [
        Task(executorPreference: EventLoop.shared.tasks) { await follow(0) },
        Task(executorPreference: other.tasks) { await follow(1) },
        Task.detached { await follow(2) },
      ]
      // A thread that was just made may begin late on a busy machine: what counts is what a task sees once it listens.
      var first = [0]
      for _ in 0..<20 where first.contains(0) {
        await time.advance(by: .seconds(5))
        first = counts.map { $0.withLock { $0 } }
      }
      await time.advance(by: .seconds(5))
      let second = counts.map { $0.withLock { $0 } }
      #expect(!first.contains(0) && second == first.map { $0 + 5 }, "\(first), \(second)")
      for task in tasks { task.cancel() }
    }
  }

  @Test func `lets an actor on the loop see each epoch`() async {
    for _ in 0..<max(1, rounds / 4) {
      let time = ManualTime()
      let manager = LocationManager(SimulatedReceiver(.staticDesk, time: time).receiver)
      let neighbor = Neighbor(.shared)
      let task = Task { await neighbor.follow(manager) }
      await time.advance(by: .seconds(5))
      let first = await neighbor.count
      await time.advance(by: .seconds(5))
      let second = await neighbor.count
      #expect(first >= 3 && second == first + 5, "\(first), \(second)")
      task.cancel()
    }
  }

  @Test func `answers a request that was begun in a task`() async throws {
    for _ in 0..<rounds {
      let time = ManualTime()
      let manager = LocationManager(SimulatedReceiver(.staticDesk, time: time).receiver)
      let task = Task { try await manager.requestLocation() }
      await time.advance(by: .seconds(30))
      // Nobody moves time any more: a request that had missed it would wait for ever.
      #expect(try await task.value.coordinate.latitude > 47)
    }
  }

  @Test func `answers a request with the time that is over, where there is no fix`() async throws {
    let manager = manager(.noFix)
    let task = Task { try await manager.requestLocation(timeout: .seconds(10)) }
    await time.advance(by: .seconds(11))
    let error = await #expect(throws: LocationError.self) { try await task.value }
    #expect(error?.code == .timedOut)
  }

  @MainActor @Test func `has called the delegate`() async {
    let manager = manager()
    let told = Told()
    manager.delegate = told
    manager.startUpdatingLocation()
    await time.advance(by: .seconds(5))
    let first = told.count
    await time.advance(by: .seconds(5))
    #expect(first >= 3 && told.count == first + 5)
  }

  @Test func `does not wait for a consumer that nobody reads`() async {
    let manager = manager()
    let unread = manager.liveUpdates.keeping(.unbounded).subscribe()
    let begin = ContinuousClock.now
    await time.advance(by: .seconds(60))
    #expect(ContinuousClock.now - begin < .seconds(30))
    unread.cancel()
  }

  @Test func `leaves a loop to itself that waits for something else`() async {
    let manager = manager()
    let (gate, key) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in manager.liveUpdates { for await _ in gate { break } }
    }
    let before = time.now
    await time.advance(by: .seconds(60))
    #expect(time.now == before + .seconds(60))
    key.finish()
    task.cancel()
  }

  @Test func `lets a loop wait for a request in its body`() async throws {
    let manager = manager()
    let task = Task {
      for await _ in manager.events { return try await manager.requestLocation().coordinate.latitude }
      return 0
    }
    await time.advance(by: .seconds(5))
    manager.startUpdatingLocation()
    await time.advance(by: .seconds(60))
    #expect(try await task.value > 47)
  }
}
