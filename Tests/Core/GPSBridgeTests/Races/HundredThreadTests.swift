import GPSDelivery
import Dispatch
import GPSEventRuntime
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// Notes the epochs that one consumer is told.
private final class Witness: Sendable {
  private let numbers = Guarded<[Int]>([])

  func hear(_ number: Int) { numbers.withLock { $0.append(number) } }
  var count: Int { numbers.withLock { $0.count } }
  /// Whether each epoch was told once, in order.
  func heardEach(of count: Int) -> Bool { numbers.withLock { $0 == Array(1...count) } }
}

@MainActor private final class Model: LocationManagerDelegate {
  private(set) var places: [Double] = []
  /// Let go in the first call.
  private var own: LocationManager?
  private(set) var calls = 0

  /// Follows with a manager of its own, until it is told for the first time.
  func followOnce(_ receiver: Receiver) {
    let manager = LocationManager(receiver)
    manager.delegate = self
    own = manager
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    calls += 1
    places += locations.map(\.coordinate.latitude)
    own = nil
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A program of a hundred threads` {
  private let time = ManualTime()
  private let device: FakeDevice

  init() { device = FakeDevice(time) }

  /// Each epoch is a little further north, by which it is known; never at a whole minute.
  private static func latitude(_ number: Int) -> Double { 48.0001 + Double(number) / 1000 }

  private func say(_ number: Int) {
    device.say(wireEpoch(second: number, latitude: Self.latitude(number)))
  }

  @MainActor @Test func `tells each epoch once to all who stay, whatever the others do meanwhile`()
    async throws
  {
    let receiver = Receiver(device, time: time)
    let (onLoop, inLoopTask, inTask) = (Witness(), Witness(), Witness())
    let listening = receiver.onReport { if case .epoch(let epoch) = $0 { onLoop.hear(epoch.fix.epoch) } }
    let fixes = [receiver.fixes.subscribe(.unbounded), receiver.fixes.subscribe(.unbounded)]
    let tasks = [
      Task(executorPreference: EventLoop.shared.tasks) {
        for await fix in fixes[0] { inLoopTask.hear(fix.epoch) }
      },
      Task.detached { for await fix in fixes[1] { inTask.hear(fix.epoch) } },
    ]
    let model = Model()
    let manager = LocationManager(receiver)
    manager.delegate = model
    manager.startUpdatingLocation()
    await until { device.isOpen }

    let leavers = (0..<20).map { _ in Model() }
    for leaver in leavers { leaver.followOnce(receiver) }
    let isOver = Guarded(false)
    let pulling = Task.detached {
      onThreads(100) { number in
        var random = SeededGenerator(seed: UInt64(number))
        for _ in 0..<100 { pull(at: receiver, &random) }
      }
      isOver.withLock { $0 = true }
    }
    var said = 0
    // A delegate that leaves in its first call needs one; the others need some that come behind all.
    while said < 50 || !isOver.withLock({ $0 }) || leavers.contains(where: { $0.calls == 0 }) {
      say(said + 1)
      said += 1
      Pace.advance(time, of: receiver)
      // As a cable, not quicker than it can be taken.
      await until { inTask.count >= said - 8 && model.places.count >= said - 8 }
    }
    await pulling.value
    await until {
      [onLoop, inLoopTask, inTask].allSatisfy { $0.count == said } && model.places.count == said
    }

    for witness in [onLoop, inLoopTask, inTask] { #expect(witness.heardEach(of: said)) }
    let expected = (1...said).map { Int((Self.latitude($0) * 1000).rounded()) }
    #expect(model.places.map { Int(($0 * 1000).rounded()) } == expected)
    for leaver in leavers { #expect(Set(leaver.places).sorted() == leaver.places) }
    listening.cancel()
    for task in tasks { task.cancel() }
  }

  @Test func `goes on on one loop while a handler of another loop waits`() async throws {
    let (one, other) = (EventLoop(), EventLoop())
    for loop in [one, other] { loop.start() }
    defer { for loop in [one, other] { loop.stop() } }
    let second = FakeDevice(SystemTime())
    let held = Receiver(device, on: one)
    let free = Receiver(second, on: other)
    let gate = DispatchSemaphore(value: 0)
    let (byHeld, byFree) = (Witness(), Witness())
    let listenings = [
      held.onReport {
        guard case .epoch(let epoch) = $0 else { return }
        if epoch.fix.epoch == 1 { gate.wait() }
        byHeld.hear(epoch.fix.epoch)
      },
      free.onReport { if case .epoch(let epoch) = $0 { byFree.hear(epoch.fix.epoch) } },
    ]
    await until { device.isOpen && second.isOpen }
    for number in 1...50 {
      say(number)
      second.say(wireEpoch(second: number))
    }
    await until { byFree.count == 50 }
    #expect(byFree.heardEach(of: 50) && byHeld.count == 0)
    // Anyone may ask the one that is held up, and register with it.
    #expect(held.state != .idle)
    held.fixes.subscribe(.latest).cancel()
    gate.signal()
    await until { byHeld.count == 50 }
    #expect(byHeld.heardEach(of: 50))
    for listening in listenings { listening.cancel() }
  }
}

/// One of the things that a program does to a receiver, on any thread.
private func pull(at receiver: Receiver, _ random: inout SeededGenerator) {
  switch Int.random(in: 0..<8, using: &random) {
  case 0: receiver.fixes.subscribe(.newest(2)).cancel()
  case 1:
    _ = (receiver.state, receiver.latest, receiver.location, receiver.place, receiver.counts)
    _ = receiver.verdict
  case 2:
    let manager = LocationManager(receiver)
    manager.distanceFilter = Double.random(in: 0..<10, using: &random)
    manager.startUpdatingLocation()
    if Bool.random(using: &random) { manager.stopUpdatingLocation() }
  case 3:
    // Gone in its own first call.
    let own = Guarded<ReceiverListening?>(nil)
    let listening = receiver.onReport(including: .sentences) { _ in own.withLock { $0.take() }?.cancel() }
    own.withLock { $0 = listening }
  case 4:
    // The last reference to a manager goes in a handler on the loop.
    let manager = Guarded<LocationManager?>(LocationManager(receiver))
    manager.withLock { $0?.startUpdatingLocation() }
    let own = Guarded<ReceiverListening?>(nil)
    let listening = receiver.onReport { _ in
      let last = manager.withLock { $0.take() }
      withExtendedLifetime(last) { own.withLock { $0.take() }?.cancel() }
    }
    own.withLock { $0 = listening }
  case 5: Task { for await _ in receiver.fixes.subscribe(.latest) { break } }
  case 6:
    let setting = Task { try await receiver[.updateRate].set(.hertz(5), timeout: .milliseconds(50)) }
    if Bool.random(using: &random) { setting.cancel() }
  default:
    let request = Task { try await LocationManager(receiver).requestLocation(timeout: .seconds(60)) }
    if Bool.random(using: &random) { request.cancel() }
  }
}
