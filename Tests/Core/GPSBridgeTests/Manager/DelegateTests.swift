import GNSS
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

@Suite struct `What a delegate is told` {
  private var builder = DelegateCallBuilder()
  private let now = ContinuousClock.now
  private let denied = LocationError(.permissionDenied, "permission denied")

  private func update(_ freshness: Freshness, _ reason: NoLocationReason? = nil) -> Report {
    .update(LocationUpdate(lastKnown: Sample.location(), freshness: freshness, age: .zero, reason: reason))
  }

  /// An epoch without a position.
  private func epoch(_ reason: NoLocationReason) -> Report {
    let update = LocationUpdate(lastKnown: Sample.location(), freshness: .lost, age: .zero, reason: reason)
    return .epoch(Epoch(Fix(), update, received: now))
  }

  private func state(_ state: ReceiverState) -> Report { .event(ReceiverEvent(.state(state), at: now)) }

  /// The errors among the calls, by their codes.
  private func codes(_ calls: [DelegateCall]) -> [LocationError.Code] {
    calls.compactMap { if case .error(let error) = $0 { error.code } else { nil } }
  }

  @Test mutating func `is a location only when a fix has come, not when the last one grows old`() throws {
    let location = try #require(Sample.location())
    #expect(builder.take(update(.live)) == [.locations([location])])
    #expect(builder.take(update(.aging)) == [])
    #expect(codes(builder.take(update(.stale))) == [.locationUnknown])
  }

  @Test mutating func `is no missing fix before the receiver has said so itself`() {
    #expect(builder.take(update(.lost, .searching)) == [])
    #expect(codes(builder.take(epoch(.searching))) == [.locationUnknown])
    _ = builder.take(.event(ReceiverEvent(.opened(DevicePlace(key: "fake"), speed: nil), at: now)))
    #expect(builder.take(update(.lost, .searching)) == [])
  }

  @Test mutating func `is a missing location once for each reason, until there is one again`() {
    #expect(codes(builder.take(epoch(.searching))) == [.locationUnknown])
    for _ in 0..<3 { #expect(builder.take(update(.lost, .searching)) == []) }
    #expect(codes(builder.take(update(.lost, .silent))) == [.locationUnknown])
    _ = builder.take(update(.live))
    #expect(codes(builder.take(update(.stale, .fixLost))) == [.locationUnknown])
    #expect(builder.take(update(.lost, .fixLost)) == [])
  }

  @Test func `says in words why there is no location`() {
    let reports = [
      (update(.lost, .silent), "The receiver sends nothing"),
      (epoch(.searching), "The receiver has no fix yet"),
      (update(.stale, .fixLost), "The receiver has lost its fix"),
    ]
    for (report, message) in reports {
      var builder = DelegateCallBuilder()
      let calls = builder.take(report)
      #expect(calls.contains { if case .error(let error) = $0 { error.message == message } else { false } })
    }
  }

  @Test mutating func `is a port that may not be opened, with its state before, and once`() {
    #expect(
      builder.take(state(.waitingToRetry(denied))) == [.state(.waitingToRetry(denied)), .error(denied)])
    #expect(builder.take(.event(ReceiverEvent(.openFailed(denied), at: now))).count == 1)
    #expect(codes(builder.take(state(.waitingToRetry(denied)))) == [])
    #expect(builder.take(update(.lost, .permissionDenied)) == [])
  }

  @Test mutating func `is no error while the device is only being looked for or opened`() {
    #expect(builder.take(state(.waitingForDevice(.notLookedFor))).count == 1)
    #expect(builder.take(state(.detectingSpeed(9600))).count == 1)
    #expect(builder.take(update(.lost, .starting)) == [])
    #expect(builder.take(update(.lost, .stopped)) == [])
  }

  @Test mutating func `is the end, once`() {
    let gone = LocationError(.disconnected, "gone")
    #expect(builder.take(state(.failed(gone))) == [.state(.failed(gone)), .error(gone)])
    #expect(builder.take(.failed(gone)) == [])
  }

  @Test mutating func `begins with what is wrong already`() {
    var snapshot = ReceiverSnapshot()
    #expect(builder.begin(snapshot) == [])
    snapshot.state = .waitingToRetry(denied)
    #expect(builder.begin(snapshot) == [.error(denied)])
    var other = DelegateCallBuilder()
    snapshot.state = .silent
    snapshot.update = LocationUpdate(lastKnown: nil, freshness: .lost, age: nil, reason: .silent)
    #expect(codes(other.begin(snapshot)) == [.locationUnknown])
  }

  @Test func `is grouped: locations that follow each other come in one call`() throws {
    let one = try #require(Sample.location(48, 11))
    let two = try #require(Sample.location(49, 11))
    let calls: [DelegateCall] = [
      .locations([one]), .locations([two]), .state(.fix), .locations([one]), .error(.locationUnknown),
      .locations([two]),
    ]
    let news = calls.map { DelegateFeed.News(generation: 1, call: $0) }
    #expect(
      DelegateFeed.grouped(news).map(\.call) == [
        .locations([one, two]), .state(.fix), .locations([one]), .error(.locationUnknown), .locations([two]),
      ])
    let others = [1, 1, 2].map { DelegateFeed.News(generation: $0, call: .locations([one])) }
    #expect(DelegateFeed.grouped(others).map(\.generation) == [1, 2])
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The delegates that were added to a location manager` {
  let bench = Bench()
  let manager: LocationManager

  init() { manager = LocationManager(bench.receiver) }

  private func tell(_ latitude: Double, until heard: Hearer) async {
    manager.startUpdatingLocation()
    bench.epoch(latitude: latitude)
    await until { heard.latitudes.last == latitude }
  }

  @Test func `are called behind the delegate, in the order in which they were added`() async {
    var order: [Int] = []
    let hearers = (0..<4).map { number in
      let hearer = Hearer()
      hearer.onLocations = { _, _ in order.append(number) }
      return hearer
    }
    for number in [2, 1, 3] { #expect(manager.addDelegate(hearers[number])) }
    #expect(!manager.addDelegate(hearers[1]))
    manager.delegate = hearers[0]
    await tell(48, until: hearers[3])
    #expect(order == [0, 2, 1, 3])
    // The manager holds none of them, and an optimizer lets go of what is not named any more.
    withExtendedLifetime(hearers) {}
  }

  @Test func `are called once each, also who is the delegate behind a proxy and in the list`() async {
    let hearer = Hearer()
    let last = Hearer()
    manager.delegate = hearer
    _ = LocationManagerDelegateProxy.proxy(for: manager)
    manager.addDelegate(hearer)
    manager.addDelegate(last)
    await tell(48, until: last)
    #expect(hearer.latitudes == [48])
  }

  @Test func `are called no more when they are removed, not even in the same delivery`() async {
    let first = Hearer()
    let second = Hearer()
    let third = Hearer()
    for hearer in [first, second, third] { manager.addDelegate(hearer) }
    first.onLocations = { manager, _ in manager.removeDelegate(second) }
    await tell(48, until: third)
    #expect(second.latitudes == [])
    #expect(!manager.removeDelegate(second))
  }

  @Test func `are held weakly and vanish by themselves`() async {
    let last = Hearer()
    do {
      let passing = Hearer()
      manager.addDelegate(passing)
    }
    manager.addDelegate(last)
    #expect(manager.delegates.count == 1)
    await tell(48, until: last)
  }

  @Test func `hear of everything that the delegate hears of`() async {
    let one = Hearer()
    let other = Hearer()
    manager.delegate = one
    manager.addDelegate(other)
    manager.startUpdatingLocation()
    bench.epoch(fix: false)
    await tell(48, until: other)
    bench.device.unplug()
    bench.settle()
    await until { other.states.last?.isWaiting == true }
    #expect(one.errors == other.errors && one.states == other.states && one.events == other.events)
    #expect(other.errors.count == 3)
  }
}
