import GPSDelivery
import Testing

@testable import GPSBridge

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The delegate of a location manager` {
  let bench = Bench()
  let manager: LocationManager
  let hearer = Hearer()

  init() { manager = LocationManager(bench.receiver) }

  /// Lets a location come and waits until somebody has heard it.
  private func tell(_ latitude: Double, to hearer: Hearer? = nil) async {
    manager.startUpdatingLocation()
    bench.epoch(latitude: latitude)
    let hearer = hearer ?? self.hearer
    await until { hearer.latitudes.last == latitude }
  }

  // A1 … A23, as they are numbered where the behavior of delegate proxies is written down.

  @Test(arguments: [true, false])
  func `hears beside the observers, whether it was set before the proxy stood in or after`(
    _ isFirst: Bool
  ) async {
    var seen: [Double] = []
    if isFirst { manager.delegate = hearer }
    let proxy = LocationManagerDelegateProxy.proxy(for: manager)
    proxy.onInvoked(.didUpdateLocations) { seen += $0.1.map(\.coordinate.latitude) }
    if !isFirst { manager.delegate = hearer }
    await tell(48)
    #expect(seen == [48])
    #expect(hearer.latitudes == [48])
    #expect(manager.delegate === proxy)
  }

  @Test func `has one proxy, which ends with the manager on the main actor`() {
    let bench = bench
    var ended = 0
    weak var proxy: LocationManagerDelegateProxy?
    do {
      let manager = LocationManager(bench.receiver)
      proxy = LocationManagerDelegateProxy.proxy(for: manager)
      #expect(proxy === LocationManagerDelegateProxy.proxy(for: manager))
      #expect(proxy?.parentObject === manager)
      proxy?.onInvoked(.didUpdateLocations, { _ in }, completed: { ended += 1 })
    }
    #expect(ended == 1)
    #expect(proxy == nil)
  }

  @Test func `is one of three spellings of one source`() async throws {
    var observed: [Location] = []
    let stream = manager.subscribe()
    manager.delegate = hearer
    LocationManagerDelegateProxy.proxy(for: manager).onInvoked(.didUpdateLocations) { observed += $0.1 }
    await tell(48)
    await tell(49)
    #expect(observed == hearer.locations)
    #expect(try await stream.next() == hearer.locations)
  }

  @Test func `hears of states and events in the order in which they happen`() async {
    manager.delegate = hearer
    await tell(48)
    bench.device.unplug()
    bench.settle()
    await until { hearer.states.last?.isWaiting == true }
    #expect(hearer.states.contains(.noFix) && hearer.states.contains(.fix))
    #expect(hearer.events.first == .attached(bench.device.place))
    #expect(hearer.events.last == .detached(bench.device.place))
    #expect(hearer.errors.map(\.code) == [.disconnected, .deviceNotFound])
    bench.device.plug()
    bench.settle()
    await tell(49)
    #expect(hearer.events.contains { if case .back = $0 { true } else { false } })
  }

  @Test func `hears of a port that may not be opened, once, and also when it comes late`() async {
    let denied = LocationError(.permissionDenied, "permission denied")
    bench.device.refuse(denied)
    manager.delegate = hearer
    manager.startUpdatingLocation()
    bench.wait(.seconds(30))
    await until { !hearer.errors.isEmpty }
    let late = LocationManager(bench.receiver)
    let second = Hearer()
    late.delegate = second
    late.startUpdatingLocation()
    bench.settle()
    await until { !second.errors.isEmpty }
    #expect(hearer.errors == [denied])
    #expect(second.errors == [denied])
  }

  @Test func `hears that a receiver has given up, also when it starts afterwards`() async {
    let bench = Bench { $0.reconnect = .never }
    let manager = LocationManager(bench.receiver)
    manager.delegate = hearer
    manager.startUpdatingLocation()
    bench.epoch()
    bench.device.unplug()
    bench.settle()
    await until { !hearer.errors.isEmpty }
    #expect(hearer.errors.map(\.code) == [.disconnected])
    manager.stopUpdatingLocation()
    manager.startUpdatingLocation()
    bench.settle()
    await until { hearer.errors.count == 2 }
    #expect(hearer.errors.last?.code == .disconnected)
  }
}

extension ReceiverState {
  var isWaiting: Bool { if case .waitingForDevice = self { true } else { false } }
}
