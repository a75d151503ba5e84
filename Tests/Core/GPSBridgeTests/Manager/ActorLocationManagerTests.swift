import GPSDelivery
import Testing

@testable import GPSBridge

/// A delegate that belongs to whichever actor made it.
private final class Keeper: ActorLocationManagerDelegate {
  var latitudes: [Double] = []
  var codes: [LocationError.Code] = []
  var states: [ReceiverState] = []
  var events = 0
  var onLocations: () -> Void = {}

  func locationManager(_ manager: ActorLocationManager, didUpdateLocations locations: [Location]) {
    latitudes += locations.map(\.coordinate.latitude)
    onLocations()
  }
  func locationManager(_ manager: ActorLocationManager, didFailWithError error: LocationError) {
    codes.append(error.code)
  }
  func locationManager(_ manager: ActorLocationManager, didChangeState state: ReceiverState) {
    states.append(state)
  }
  func locationManager(_ manager: ActorLocationManager, didReceiveEvent event: ReceiverEvent) { events += 1 }
}

private actor Logbook {
  private var manager: ActorLocationManager?
  private let keeper = Keeper()
  private let guest = Keeper()
  private(set) var observed: [Double] = []
  private(set) var ends = 0

  init(_ locations: LocationManager) async {
    let manager = ActorLocationManager(locations, isolation: self)
    manager.delegate = keeper
    self.manager = manager
    keeper.onLocations = { [weak self] in self?.preconditionIsolated() }
  }

  func observe() -> Subscription<Int, Never>? {
    guard let manager else { return nil }
    let proxy = ActorLocationManagerDelegateProxy.proxy(for: manager, isolation: self)
    proxy.onInvoked(.didUpdateLocations) { [weak self] arguments in
      let latitudes = arguments.1.map(\.coordinate.latitude)
      self?.assumeIsolated { $0.observed += latitudes }
    } completed: { [weak self] in
      self?.assumeIsolated { $0.ends += 1 }
    }
    return proxy.values(.didUpdateLocations, .unbounded) { $0.1.count }
  }

  func start() { manager?.startUpdatingLocation() }
  func stop() { manager?.stopUpdatingLocation() }
  func invite() { manager?.addDelegate(guest) }
  func dismiss() { manager?.removeDelegate(guest) }
  func end() { manager = nil }
  func stopInTheMiddle() { keeper.onLocations = { [weak manager] in manager?.stopUpdatingLocation() } }

  var latitudes: [Double] { keeper.latitudes }
  var guests: [Double] { guest.latitudes }
  var codes: [LocationError.Code] { keeper.codes }
  var news: (states: [ReceiverState], events: Int) { (keeper.states, keeper.events) }
  var isUpdating: Bool { manager?.isUpdatingLocation ?? false }
}

@Suite(.timeLimit(.minutes(5))) struct `A location manager on an actor` {
  let bench = Bench()
  let locations: LocationManager

  init() { locations = LocationManager(bench.receiver) }

  private func wait(_ logbook: Logbook, for count: Int) async {
    while await logbook.latitudes.count < count { await Task.yield() }
  }

  @Test func `calls its delegate there, with locations, errors, states and events`() async {
    let logbook = await Logbook(locations)
    await logbook.start()
    bench.epoch(fix: false)
    bench.epoch(latitude: 48)
    await wait(logbook, for: 1)
    #expect(await logbook.latitudes == [48])
    #expect(await logbook.codes == [.locationUnknown])
    let news = await logbook.news
    #expect(news.states.contains(.noFix) && news.events > 1)
  }

  @Test func `loses nothing between its start and the first run of its task`() async {
    let logbook = await Logbook(locations)
    await logbook.start()
    for number in 0..<4 { bench.epoch(latitude: 48 + Double(number)) }
    await wait(logbook, for: 4)
    #expect(await logbook.latitudes == [48, 49, 50, 51])
  }

  @Test func `has observers beside its delegate, who hear of the end`() async {
    let logbook = await Logbook(locations)
    let counts = await logbook.observe()
    await logbook.start()
    bench.epoch(latitude: 48)
    await wait(logbook, for: 1)
    #expect(await logbook.observed == [48])
    #expect(await counts?.next() == 1)
    await logbook.end()
    #expect(await logbook.ends == 1)
    #expect(await counts?.next() == nil)
  }

  @Test func `has a list of delegates beside the one`() async {
    let logbook = await Logbook(locations)
    await logbook.invite()
    await logbook.start()
    bench.epoch(latitude: 48)
    await wait(logbook, for: 1)
    #expect(await logbook.guests == [48])
    await logbook.dismiss()
    bench.epoch(latitude: 49)
    await wait(logbook, for: 2)
    #expect(await logbook.guests == [48])
  }

  @Test func `is started and stopped by itself, with the filter of the manager beneath`() async {
    locations.distanceFilter = 1000
    let logbook = await Logbook(locations)
    await logbook.start()
    #expect(!locations.isUpdatingLocation)
    for latitude in [48.0, 48, 49, 49] { bench.epoch(latitude: latitude) }
    await wait(logbook, for: 2)
    #expect(await logbook.latitudes == [48, 49])
    await logbook.stop()
    #expect(await !logbook.isUpdating)
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
    await logbook.start()
    bench.epoch(latitude: 49)
    await wait(logbook, for: 3)
    #expect(await logbook.latitudes == [48, 49, 49])
  }

  @Test func `tells nothing more when it is stopped in the middle of a delivery`() async {
    let logbook = await Logbook(locations)
    await logbook.stopInTheMiddle()
    await logbook.start()
    for latitude in [48.0, 49] { bench.epoch(latitude: latitude) }
    await wait(logbook, for: 1)
    let count = await logbook.latitudes.count
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
    #expect(await logbook.latitudes.count == count)
  }

  @Test func `serves many actors at once, each in the same order`() async {
    let books = await withTaskGroup(of: Logbook.self) { group in
      for _ in 0..<8 {
        group.addTask { [locations] in
          let book = await Logbook(locations)
          await book.start()
          return book
        }
      }
      return await group.reduce(into: [Logbook]()) { $0.append($1) }
    }
    let latitudes = (0..<10).map { 40 + Double($0) }
    for latitude in latitudes { bench.epoch(latitude: latitude) }
    for book in books {
      await wait(book, for: 10)
      #expect(await book.latitudes == latitudes)
    }
  }
}
