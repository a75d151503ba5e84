import GPSEventRuntime
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@MainActor @Suite(.timeLimit(.minutes(15)), .serialized)
struct `Ten thousand location services made and dropped` {
  private let bench = Bench()

  let lives = Lives()
  let count = repetitions(10_000)
  let time = ManualTime()

  /// A delegate that has a life of its own.
  private final class Mortal: LocationManagerDelegate {
    private let life: Life
    var onLocations: () -> Void = {}
    init(_ life: Life) { self.life = life }
    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
      onLocations()
    }
  }

  /// A device that opens, and tells the number of the living what became of it.
  private final class MortalDevice: ReceiverDevice {
    private let inner: FakeDevice
    private let life: Life
    init(_ time: ManualTime, _ life: Life) {
      inner = FakeDevice(time)
      self.life = life
    }
    var place: DevicePlace { inner.place }
    var isOpen: Bool { inner.isOpen }
    func say(_ bytes: [UInt8]) { inner.say(bytes) }
    func follow(
      on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
    ) -> any DeviceWatch { inner.follow(on: loop, change) }
    func open(
      _ place: DevicePlace, speed: Int?, on loop: EventLoop
    ) throws(LocationError) -> any ByteSource { try inner.open(place, speed: speed, on: loop) }
  }

  @Test func `managers, proxies and delegates leave nothing behind on a receiver that stays`() async {
    weak var last: LocationManager?
    for number in 0..<count {
      let manager = LocationManager(bench.receiver)
      last = manager
      let delegate = Mortal(lives.born())
      let life = lives.born()
      manager.delegate = delegate
      manager.addDelegate(delegate)
      if number % 2 == 0 {
        LocationManagerDelegateProxy.proxy(for: manager).onInvoked(.didUpdateLocations) { _ in
          _ = life
        } completed: {
          _ = life
        }
      }
      if number % 3 == 0 { manager.startUpdatingLocation() }
      if number % 6 == 0 { manager.stopUpdatingLocation() }
      let stream = manager.subscribe()
      if number % 1000 == 0 { bench.epoch() }
      if number % 5 == 0 { stream.cancel() }
    }
    await until { lives.count == 0 && last == nil }
    #expect(bench.receiver.locations.subscriberCount == 0)
    bench.wait(.seconds(3))
    #expect(!bench.device.isFollowed)
  }

  @Test func `receivers leave nothing behind, with managers, streams and requests on them`() async {
    weak var last: Receiver?
    for number in 0..<count {
      let device = MortalDevice(time, lives.born())
      let receiver = Receiver(device, time: time)
      last = receiver
      let manager = LocationManager(receiver)
      let streams = (manager.subscribe(), manager.liveUpdates.subscribe(), manager.fixes.subscribe())
      if number % 2 == 0 { manager.startUpdatingLocation() }
      if number % 4 == 0 {
        receiver.loop.sync {}
        receiver.loop.sync {}
        device.say(wireEpoch(second: 0))
      }
      withExtendedLifetime(streams) {}
    }
    await until { lives.count == 0 && last == nil }
    #expect(time.pendingTimers == 0)
  }

  @Test func `managers dropped in the middle of a delivery leave nothing behind`() async {
    for _ in 0..<count / 10 {
      var manager: LocationManager? = LocationManager(bench.receiver)
      var delegate: Mortal? = Mortal(lives.born())
      weak let dropped = manager
      let life = lives.born()
      manager?.delegate = delegate
      LocationManagerDelegateProxy.proxy(for: manager!).onSent(.didUpdateLocations) { _ in
        manager = nil
        delegate = nil
        _ = life
      }
      manager?.startUpdatingLocation()
      bench.epoch()
      bench.epoch()
      await until { dropped == nil }
    }
    await until { lives.count == 0 }
  }

  @Test func `streams dropped in the middle of a delivery leave nothing behind`() async {
    for number in 0..<count / 10 {
      let device = MortalDevice(time, lives.born())
      var receiver: Receiver? = Receiver(device, time: time)
      let loop = receiver!.loop
      weak let dropped = receiver
      let task = Task.detached { [manager = LocationManager(receiver!)] in
        for try await _ in manager.didUpdateLocations { break }
      }
      receiver = nil
      await until { device.isOpen }
      // It is open a moment before somebody hears it.
      loop.sync {}
      for second in 0..<3 { device.say(wireEpoch(second: second + number)) }
      _ = await task.result
      await until { dropped == nil }
      loop.sync {}
    }
    await until { lives.count == 0 }
  }

  @Test func `requests leave nothing behind, answered, cancelled, and out of time`() async {
    let holder = bench.receiver.fixes.subscribe(.latest)
    bench.epoch()
    for number in 0..<count / 10 {
      let life = lives.born()
      let manager = LocationManager(bench.receiver)
      let timers = bench.time.pendingTimers
      let task = Task.detached {
        try await manager.requestLocation(timeout: number % 3 == 0 ? .zero : .seconds(10)) { _ in
          withExtendedLifetime(life) { true }
        }
      }
      await until { bench.time.pendingTimers > timers }
      switch number % 3 {
      case 0: bench.wait(.milliseconds(1))
      case 1: task.cancel()
      default: for _ in 1...2 { bench.epoch() }
      }
      _ = await task.result
    }
    await until { lives.count == 0 }
    holder.cancel()
    bench.wait(.seconds(60))
    #expect(bench.time.pendingTimers == 0)
  }

  @Test func `managers on actors leave nothing behind`() async {
    for _ in 0..<count / 10 {
      let shelter = Shelter(lives.born())
      await shelter.open(LocationManager(bench.receiver))
      if lives.count > 100 { await until { lives.count < 50 } }
    }
    await until { lives.count == 0 }
    bench.wait(.seconds(3))
    #expect(!bench.device.isFollowed)
  }

  @Test func `the best of several leaves nothing behind`() async {
    for number in 0..<count / 10 {
      let devices = (0..<2).map { _ in MortalDevice(time, lives.born()) }
      let best = BestReceiver(devices.map { Receiver($0, time: time) })
      let manager = LocationManager(best)
      let stream = manager.subscribe()
      if number % 2 == 0 { manager.startUpdatingLocation() }
      if number % 4 == 0 { devices[0].say(wireEpoch(second: 0)) }
      withExtendedLifetime(stream) {}
    }
    await until { lives.count == 0 }
    #expect(time.pendingTimers == 0)
  }
}

private final class Tenant: ActorLocationManagerDelegate {}

private actor Shelter {
  private var manager: ActorLocationManager?
  private let tenant = Tenant()
  private let life: Life
  init(_ life: Life) { self.life = life }

  func open(_ locations: LocationManager) {
    let manager = ActorLocationManager(locations, isolation: self)
    manager.delegate = tenant
    ActorLocationManagerDelegateProxy.proxy(for: manager, isolation: self)
      .onInvoked(.didUpdateLocations) { [life] _ in _ = life }
    manager.startUpdatingLocation()
    self.manager = manager
  }
}
