import GPSDelivery
import DeliverySupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `Ten thousand times made and dropped` {
  let lives = Lives()
  let count = repetitions(10_000)

  @Test func `parents, proxies and delegates leave nothing behind`() {
    weak var last: LocationProxy?
    for number in 0..<count {
      let manager = LocationManager()
      let user = Listener()
      let life = lives.born()
      user.onHearing = { _ = life }
      manager.delegate = user
      let proxy = LocationProxy.proxy(for: manager)
      last = proxy
      proxy.onInvoked(.didUpdateLocations) { _ in
        _ = life
      } completed: {
        _ = life
      }
      LocationProxy.installForwardDelegate(user, retainDelegate: number % 2 == 0, onProxyForObject: manager)
      manager.report(number)
    }
    #expect(lives.count == 0)
    #expect(last == nil)
  }

  @Test func `foreign parents leave nothing behind once the table is swept`() {
    for number in 0..<count {
      let oven = Oven()
      let life = lives.born()
      OvenProxy.proxy(for: oven).onInvoked(.didReachTemperature) { _ in _ = life }
      oven.reach(number)
    }
    OvenProxy.sweepProxies()
    #expect(lives.count == 0)
  }

  @Test func `parents that die in the middle of a delivery leave nothing behind`() {
    for number in 0..<count {
      var manager: LocationManager? = LocationManager()
      let life = lives.born()
      let proxy = LocationProxy.proxy(for: manager!)
      proxy.onSent(.didUpdateLocations) { _ in
        manager = nil
        _ = life
      }
      proxy.onInvoked(.didUpdateLocations) { _ in _ = life }
      manager?.report(number)
      #expect(manager == nil)
    }
    #expect(lives.count == 0)
  }

  @Test func `delegates of a list that die in the middle of a call leave nothing behind`() {
    let compass = Compass()
    for number in 0..<count {
      var listener: Holder? = Holder(lives.born())
      listener?.onTurn = { listener = nil }
      compass.addDelegate(listener!)
      compass.turn(to: number)
    }
    #expect(lives.count == 0)
    #expect(compass.delegateCount == 0)
  }

  @Test func `streams leave nothing behind, read or not`() async {
    do {
      let hub = Broadcast<Life, Never>()
      for number in 0..<count {
        let subscription = hub.subscribe(number % 2 == 0 ? .newest(2) : .unbounded)
        for _ in 0..<3 { hub.send(lives.born()) }
        if number % 3 == 0 { _ = await subscription.next() }
        if number % 5 == 0 { subscription.cancel() }
      }
      #expect(hub.subscriberCount == 0)
      #expect(lives.count == 1, "only the latest lives on in the hub")
    }
    #expect(lives.count == 0)
  }

  @Test func `streams dropped in the middle of a delivery leave nothing behind`() async {
    for _ in 0..<count / 10 {
      let hub = Broadcast<Life, Never>()
      let task = Task.detached { for await _ in hub.keeping(.unbounded) { break } }
      await until { hub.subscriberCount == 1 }
      hub.send(lives.born())
      hub.send(lives.born())
      await task.value
    }
    #expect(lives.count == 0)
  }

  @Test func `streams from proxies leave nothing behind`() async {
    let manager = LocationManager()
    let proxy = LocationProxy.proxy(for: manager)
    for number in 0..<count / 10 {
      let life = lives.born()
      let places = proxy.values(.didUpdateLocations, .latest) { arguments in
        _ = life
        return arguments.1
      }
      manager.report(number)
      if number % 2 == 0 { _ = await places.next() }
    }
    await until { lives.count == 0 }
    #expect(!proxy.isObserved)
  }

  @Test func `one-shots leave nothing behind, answered or not`() async {
    for number in 0..<count {
      let shot = OneShot<Life, any Error>()
      let life = lives.born()
      shot.then { _ in _ = life }.catch { _ in _ = life }
      if number % 3 == 0 { shot.fulfill(lives.born()) }
      if number % 3 == 1 { _ = shot.makeResolver() }
    }
    #expect(lives.count == 0)
  }

  @Test func `waiters that give up leave nothing behind in a one-shot that stays`() async {
    let shot = OneShot<Int, any Error>()
    for _ in 0..<count / 10 {
      let life = lives.born()
      let task = Task {
        _ = try? await shot.value
        _ = life
      }
      task.cancel()
      await task.value
    }
    #expect(lives.count == 0)
    #expect(shot.result == nil)
  }

  @Test func `actors with proxies leave nothing behind`() async {
    for _ in 0..<count / 10 { await Shelter(lives.born()).run() }
    #expect(lives.count == 0)
  }
}

private final class Holder: CompassDelegate {
  private let life: Life
  var onTurn: () -> Void = {}
  init(_ life: Life) { self.life = life }
  func compass(_ compass: Compass, didTurnTo degrees: Int) { onTurn() }
}

private protocol BellDelegate: AnyObject {}
private final class Bell: ActorHasDelegate, ActorProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any BellDelegate)?
}
private final class BellProxy: ActorDelegateProxy<Bell, any BellDelegate>, ActorDelegateProxyType,
  BellDelegate
{}

private actor Shelter {
  private let bell = Bell()
  private let life: Life
  init(_ life: Life) { self.life = life }
  func run() {
    let rang = DelegateMethod<any BellDelegate, Int>("rang")
    let proxy = BellProxy.proxy(for: bell, isolation: self)
    proxy.onInvoked(rang) { [life] _ in _ = life }
    proxy.dispatch(rang, 1) { _ in }
  }
}
