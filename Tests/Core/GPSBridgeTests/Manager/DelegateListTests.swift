import GPSDelivery
import Testing

@testable import GPSBridge

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
