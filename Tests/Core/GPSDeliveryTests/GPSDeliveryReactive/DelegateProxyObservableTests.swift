import GPSDelivery
import GPSDeliveryReactive
import DeliverySupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A proxy in Rx words` {
  let manager = LocationManager()
  let user = Listener()

  @Test func `sends the message before and tells of the call after`() {
    var order: [String] = []
    manager.delegate = user
    user.onHearing = { order.append("call") }
    let proxy = LocationProxy.proxy(for: manager)
    _ = proxy.methodInvoked(.didUpdateLocations).subscribe(onNext: { _ in order.append("invoked") })
    _ = proxy.sentMessage(.didUpdateLocations).subscribe(onNext: { _ in order.append("sent") })
    manager.report(1)
    #expect(order == ["sent", "call", "invoked"])
  }

  @Test func `observes questions too`() {
    let oven = Oven()
    var order: [String] = []
    let proxy = OvenProxy.proxy(for: oven)
    _ = proxy.sentMessage(.mayHeat).subscribe(onNext: { _ in order.append("sent") })
    _ = proxy.methodInvoked(.mayHeat).subscribe(onNext: { _ in order.append("invoked") })
    #expect(oven.heat())
    #expect(order == ["sent", "invoked"])
  }

  @Test func `completes when the parent dies, though nobody kept a disposable`() {
    var manager: LocationManager? = LocationManager()
    weak let gone = manager
    var ends = 0
    _ = manager!.rx.didUpdateLocations.subscribe(onCompleted: { ends += 1 })
    manager = nil
    #expect(gone == nil)
    #expect(ends == 1)
  }

  @Test func `completes at once when the proxy is gone already`() {
    var manager: LocationManager? = LocationManager()
    let observable = manager!.rx.didUpdateLocations
    manager = nil
    var ends = 0
    _ = observable.subscribe(onCompleted: { ends += 1 })
    #expect(ends == 1)
  }

  @Test func `stops when the bag of its owner goes`() {
    var bag: DisposeBag? = DisposeBag()
    var seen = 0
    manager.rx.didUpdateLocations.subscribe(onNext: { _ in seen += 1 }).disposed(by: bag!)
    manager.report(1)
    bag = nil
    manager.report(2)
    #expect(seen == 1)
    #expect(!LocationProxy.proxy(for: manager).isObserved)
  }

  @Test func `brings a broadcast from any thread to the main actor, in order, until its end`() async throws {
    try await rounds(10) { _ in
      let hub = Broadcast<Int, Never>()
      var seen: [Int] = []
      var ends = 0
      _ = hub.asObservable(.unbounded).subscribe(onNext: { seen.append($0) }, onCompleted: { ends += 1 })
      #expect(hub.subscriberCount == 1)
      await Task.detached {
        for number in 0..<100 { hub.send(number) }
        hub.finish()
      }.value
      await until { ends == 1 }
      #expect(seen == Array(0..<100))
    }
  }

  @Test func `leaves a broadcast when it is disposed of`() async {
    let hub = Broadcast<Int, Never>()
    hub.asObservable(.latest).subscribe(onCompleted: { Issue.record("it did not end") }).dispose()
    await until { hub.subscriberCount == 0 }
  }
}
