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

  @Test func `is cleared alone: observers go on to hear`() async {
    let observer = Hearer()
    let proxy = LocationManagerDelegateProxy.proxy(for: manager)
    proxy.onInvoked(.didUpdateLocations) { observer.locationManager($0.0, didUpdateLocations: $0.1) }
    manager.delegate = hearer
    await tell(48)
    manager.delegate = nil
    await tell(49, to: observer)
    #expect(hearer.latitudes == [48])
    #expect(manager.delegate === proxy)
  }

  @Test func `is called between those who want to know before and those who want to know after`() async {
    var order: [String] = []
    let proxy = LocationManagerDelegateProxy.proxy(for: manager)
    manager.delegate = hearer
    hearer.onLocations = { _, _ in order.append("delegate") }
    proxy.onInvoked(.didUpdateLocations) { _ in order.append("after") }
    proxy.onSent(.didUpdateLocations) { _ in order.append("before") }
    await tell(48)
    #expect(order == ["before", "delegate", "after"])
  }

  @Test func `need not have a method for it to be observed`() async {
    final class Deaf: LocationManagerDelegate {}
    let deaf = Deaf()
    manager.delegate = deaf
    var codes: [LocationError.Code] = []
    LocationManagerDelegateProxy.proxy(for: manager).onInvoked(.didFailWithError) { codes.append($0.1.code) }
    manager.startUpdatingLocation()
    bench.epoch(fix: false)
    await until { !codes.isEmpty }
    #expect(codes == [.locationUnknown])
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

  @Test func `has a proxy that ends on the main actor also when the manager is dropped elsewhere`() async {
    let ended = Notes<Bool>()
    var manager: LocationManager? = LocationManager(bench.receiver)
    LocationManagerDelegateProxy.proxy(for: manager!).onInvoked(
      .didUpdateLocations, { _ in },
      completed: {
        MainActor.assertIsolated()
        ended.note(true)
      })
    let last = manager
    manager = nil
    await Task.detached { [last] in withExtendedLifetime(last) {} }.value
    _ = consume last
    await until { !ended.entries.isEmpty }
  }

  @Test func `may be installed on the proxy for a while, and the one before is back afterwards`() async {
    let guest = Hearer()
    manager.delegate = hearer
    let registration = LocationManagerDelegateProxy.installForwardDelegate(
      guest, retainDelegate: false, onProxyForObject: manager)
    await tell(48, to: guest)
    registration.cancel()
    await tell(49)
    #expect(guest.latitudes == [48])
    #expect(hearer.latitudes == [49])
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

  @Test func `gives a stream to a task on any thread`() async {
    let proxy = LocationManagerDelegateProxy.proxy(for: manager)
    manager.delegate = hearer
    let latitudes = proxy.values(.didUpdateLocations, .unbounded) { $0.1.map(\.coordinate.latitude) }
    await tell(48)
    #expect(await Task.detached { await latitudes.next() }.value == [48])
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

  @Test func `hears of a missing fix once, and again after each location`() async {
    manager.delegate = hearer
    manager.startUpdatingLocation()
    for _ in 0..<5 { bench.epoch(fix: false) }
    await tell(48)
    for _ in 0..<5 { bench.epoch(fix: false) }
    await tell(49)
    #expect(hearer.errors.map(\.code) == [.locationUnknown, .locationUnknown])
    #expect(hearer.errors.map(\.message) == ["The receiver has no fix yet", "The receiver has lost its fix"])
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
