import GPSDelivery
import DeliverySupport
import GPSSystemCalls
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A delegate proxy` {
  let manager = LocationManager()
  let user = Listener()

  @Test func `is one per object`() {
    let other = LocationManager()
    #expect(LocationProxy.proxy(for: manager) === LocationProxy.proxy(for: manager))
    #expect(LocationProxy.proxy(for: manager) !== LocationProxy.proxy(for: other))
  }

  @Test func `takes the place of the present delegate and calls it`() {
    manager.delegate = user
    let proxy = LocationProxy.proxy(for: manager)
    #expect(manager.delegate === proxy)
    #expect(proxy.forwardToDelegate() === user)
    manager.report(1, 2)
    #expect(user.heard == [1, 2])
  }

  @Test(arguments: [true, false])
  func `makes no difference between a delegate set before and one set after`(_ isBefore: Bool) {
    var seen: [Int] = []
    if isBefore { manager.delegate = user }
    LocationProxy.proxy(for: manager).onInvoked(.didUpdateLocations) { seen += $0.1.map(\.number) }
    if !isBefore { manager.delegate = user }
    manager.report(7)
    #expect(seen == [7])
    #expect(user.heard == [7])
    manager.delegate = nil
    manager.report(8)
    #expect(seen == [7, 8], "nil clears only the user's delegate")
    #expect(user.heard == [7])
  }

  @Test func `tells before, calls, and tells after`() {
    var order: [String] = []
    manager.delegate = user
    user.onHearing = { order.append("call") }
    let proxy = LocationProxy.proxy(for: manager)
    let after = proxy.onInvoked(.didUpdateLocations) { _ in order.append("after") }
    let before = proxy.onSent(.didUpdateLocations) { _ in order.append("before") }
    manager.report(1)
    #expect(order == ["before", "call", "after"])
    before.cancel()
    after.cancel()
    after.cancel()
    #expect(before.isCancelled)
    manager.report(2)
    #expect(order == ["before", "call", "after", "call"])
  }

  @Test func `observes a method that the delegate lacks`() {
    struct Lost: Error {}
    manager.delegate = user
    var failures = 0
    LocationProxy.proxy(for: manager).onInvoked(.didFailWithError) { _ in failures += 1 }
    manager.fail(Lost())
    #expect(failures == 1)
  }

  @Test func `replays nothing to who comes later`() {
    let proxy = LocationProxy.proxy(for: manager)
    manager.report(1)
    var seen: [Int] = []
    proxy.onInvoked(.didUpdateLocations) { seen += $0.1.map(\.number) }
    manager.report(2)
    #expect(seen == [2])
  }

  @Test func `holds its parent weakly, and tells the end when the parent dies`() {
    var manager: LocationManager? = LocationManager()
    weak let gone = manager
    var ends = 0
    weak let proxy = LocationProxy.proxy(for: manager!)
    proxy?.onInvoked(.didUpdateLocations) { _ in
    } completed: {
      ends += 1
    }
    proxy?.onSent(.didUpdateLocations) { _ in
    } completed: {
      ends += 1
    }
    #expect(proxy?.parentObject === manager)
    manager = nil
    #expect(gone == nil)
    #expect(proxy == nil)
    #expect(ends == 2)
  }

  @Test func `tells the end on the main actor wherever the parent dies`() async throws {
    try await rounds(20) { _ in
      let ended = Log<Bool>()
      let box = Guarded<LocationManager?>(nil)
      do {
        let manager = LocationManager()
        LocationProxy.proxy(for: manager).onInvoked(.didUpdateLocations) { _ in
        } completed: {
          MainActor.assertIsolated()
          ended.note(true)
        }
        box.withLock { $0 = manager }
      }
      await Task.detached { box.withLock { $0 = nil } }.value
      await until { !ended.entries.isEmpty }
    }
  }

  @Test func `lets observers come and go while it tells`() {
    let proxy = LocationProxy.proxy(for: manager)
    var order: [String] = []
    var second: Registration?
    proxy.onInvoked(.didUpdateLocations) { [weak proxy] _ in
      order.append("first")
      second?.cancel()
      proxy?.onInvoked(.didUpdateLocations) { _ in order.append("new") }
    }
    second = proxy.onInvoked(.didUpdateLocations) { _ in order.append("second") }
    manager.report(1)
    #expect(order == ["first"])
    manager.report(2)
    #expect(order == ["first", "first", "new"])
  }

  @Test func `may be asked anything by an observer that dies`() {
    @MainActor final class Asking {
      let proxy: LocationProxy
      init(_ proxy: LocationProxy) { self.proxy = proxy }
      isolated deinit { _ = proxy.isObserved }
    }
    let proxy = LocationProxy.proxy(for: manager)
    let registration = proxy.onInvoked(.didUpdateLocations) { [asking = Asking(proxy)] _ in _ = asking }
    registration.cancel()
    #expect(!proxy.isObserved)
  }

  @Test func `survives a storm of changes while it tells`() async throws {
    try await rounds(20) { random in
      let manager = LocationManager()
      let proxy = LocationProxy.proxy(for: manager)
      var model: [Int: Registration] = [:]
      var heard: Set<Int> = []
      for step in 0..<200 {
        if Bool.random(using: &random) {
          model[step] = proxy.onInvoked(.didUpdateLocations) { _ in heard.insert(step) }
        } else if let victim = model.keys.sorted().randomElement(using: &random) {
          model.removeValue(forKey: victim)?.cancel()
        }
        heard = []
        manager.report(step)
        #expect(heard == Set(model.keys))
      }
    }
  }
}
