import GPSDelivery
import DeliverySupport
import Testing

/// The whole way for a protocol that has nothing to do with location, on a class that knows nothing of
/// proxies.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A protocol of somebody else` {
  final class Cook: OvenDelegate {
    var temperatures: [Int] = []
    var mayHeat = false
    func oven(_ oven: Oven, didReach temperature: Int) { temperatures.append(temperature) }
    func ovenMayHeat(_ oven: Oven) -> Bool { mayHeat }
  }

  let oven = Oven()

  @Test func `is observed and forwarded`() {
    let cook = Cook()
    oven.delegate = cook
    var seen: [Int] = []
    OvenProxy.proxy(for: oven).onInvoked(.didReachTemperature) { seen.append($0.1) }
    oven.reach(180)
    #expect(seen == [180])
    #expect(cook.temperatures == [180])
  }

  @Test func `may have two methods of one name that never mix`() {
    var temperatures: [Int] = []
    var programs: [String] = []
    let proxy = OvenProxy.proxy(for: oven)
    proxy.onInvoked(.didReachTemperature) { temperatures.append($0.1) }
    proxy.onInvoked(.didReachProgram) { programs.append($0.1) }
    oven.reach(200)
    oven.end("bread")
    #expect(temperatures == [200])
    #expect(programs == ["bread"])
  }

  @Test func `gets an answer from its delegate, and the default without one`() {
    let proxy = OvenProxy.proxy(for: oven)
    #expect(oven.heat(), "the token says true where nobody can be asked")
    let cook = Cook()
    proxy.setForwardToDelegate(cook, retainDelegate: false)
    #expect(!oven.heat())
    cook.mayHeat = true
    var order: [String] = []
    proxy.onSent(.mayHeat) { _ in order.append("before") }
    proxy.onInvoked(.mayHeat) { _ in order.append("after") }
    #expect(oven.heat())
    #expect(order == ["before", "after"])
  }

  @Test func `has one proxy per object on a foreign class too, and a new object never gets an old one`() {
    let first = OvenProxy.proxy(for: oven)
    #expect(OvenProxy.proxy(for: oven) === first)
    for _ in 0..<200 {
      // The next oven is likely to lie where the last one lay.
      let other = Oven()
      let proxy = OvenProxy.proxy(for: other)
      #expect(proxy.parentObject === other)
      #expect(other.delegate === proxy)
    }
    OvenProxy.sweepProxies()
  }

  @Test func `keeps two delegate properties of one protocol apart`() {
    let outer = OvenProxy.proxy(for: oven)
    let inspector = InspectorProxy.proxy(for: oven)
    #expect(outer !== inspector)
    var seen: [String] = []
    outer.onInvoked(.didReachTemperature) { seen.append("delegate \($0.1)") }
    inspector.onInvoked(.didReachTemperature) { seen.append("inspector \($0.1)") }
    oven.reach(90)
    #expect(seen == ["delegate 90", "inspector 90"])
  }

  @Test func `gives a subclass its own proxy, under either name`() {
    let steam = SteamOven()
    let proxy = OvenProxy.proxy(for: steam)
    #expect(proxy is SteamOvenProxy)
    #expect(SteamOvenProxy.proxy(for: steam) === proxy)
    #expect(!(OvenProxy.proxy(for: oven) is SteamOvenProxy))
  }

  @Test func `serves a subclass that nobody registered with the proxy of its superclass`() {
    final class SolarOven: Oven {}
    #expect(OvenProxy.proxy(for: SolarOven()).forwardToDelegate() == nil)
  }

  @Test func `tells the end of a foreign object when the table is swept`() {
    var gone: Oven? = Oven()
    var ends = 0
    OvenProxy.proxy(for: gone!).onInvoked(.didReachTemperature) { _ in
    } completed: {
      ends += 1
    }
    gone = nil
    OvenProxy.sweepProxies()
    #expect(ends == 1)
  }

  @Test func `takes its place again when a foreign object was given another delegate`() {
    let proxy = OvenProxy.proxy(for: oven)
    let cook = Cook()
    oven.delegate = cook
    #expect(OvenProxy.proxy(for: oven) === proxy)
    var seen: [Int] = []
    proxy.onInvoked(.didReachTemperature) { seen.append($0.1) }
    oven.reach(70)
    #expect(seen == [70])
    #expect(cook.temperatures == [70])
  }

  @Test func `stops the program with a reason when no proxy was registered`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      _ = ForgetfulProxy.proxy(for: Oven())
    }
  }
}

private final class ForgetfulProxy: DelegateProxy<Oven, any OvenDelegate>, DelegateProxyType, OvenDelegate {
  static func registerKnownImplementations() {}
  static func currentDelegate(for object: Oven) -> (any OvenDelegate)? { object.delegate }
  static func setCurrentDelegate(_ delegate: (any OvenDelegate)?, to object: Oven) {
    object.delegate = delegate
  }
}
