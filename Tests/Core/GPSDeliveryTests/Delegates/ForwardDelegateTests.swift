import GPSDelivery
import DeliverySupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A forward delegate` {
  let manager = LocationManager()
  var proxy: LocationProxy { LocationProxy.proxy(for: manager) }

  func install(_ listener: Listener, retained: Bool = false) -> Registration {
    LocationProxy.installForwardDelegate(listener, retainDelegate: retained, onProxyForObject: manager)
  }

  @Test func `is held weakly unless it is to be retained`() {
    var listener: Listener? = Listener()
    weak var gone = listener
    proxy.setForwardToDelegate(listener, retainDelegate: false)
    listener = nil
    #expect(gone == nil)
    #expect(proxy.forwardToDelegate() == nil)

    listener = Listener()
    gone = listener
    proxy.setForwardToDelegate(listener, retainDelegate: true)
    listener = nil
    #expect(gone != nil)
    proxy.setForwardToDelegate(nil, retainDelegate: false)
    #expect(gone == nil)
  }

  @Test func `gives its place back when its registration is cancelled`() {
    let before = Listener()
    let meanwhile = Listener()
    manager.delegate = before
    let registration = install(meanwhile)
    manager.report(1)
    registration.cancel()
    registration.cancel()
    manager.report(2)
    #expect(meanwhile.heard == [1])
    #expect(before.heard == [2])
  }

  @Test func `leaves a delegate alone that somebody set since`() {
    let mine = Listener()
    let theirs = Listener()
    let registration = install(mine)
    manager.delegate = theirs
    registration.cancel()
    manager.report(1)
    #expect(theirs.heard == [1])
    #expect(mine.heard == [])
  }

  @Test func `leaves itself alone when somebody set it again since`() {
    let mine = Listener()
    let registration = install(mine)
    manager.delegate = mine
    registration.cancel()
    manager.report(1)
    #expect(mine.heard == [1])
  }

  @Test func `does not come back when it was cancelled while displaced`() {
    let first = Listener()
    let second = Listener()
    let outer = install(first)
    let inner = install(second)
    outer.cancel()
    manager.report(1)
    inner.cancel()
    manager.report(2)
    #expect(second.heard == [1])
    #expect(first.heard == [])
  }

  @Test func `does not come back from the dead`() {
    let meanwhile = Listener()
    var before: Listener? = Listener()
    weak let gone = before
    manager.delegate = before
    let registration = install(meanwhile)
    before = nil
    #expect(gone == nil)
    registration.cancel()
    #expect(proxy.forwardToDelegate() == nil)
  }

  @Test func `is the same whether installed before or after a subscription`() {
    var seen: [Int] = []
    let early = Listener()
    _ = install(early)
    proxy.onInvoked(.didUpdateLocations) { seen += $0.1.map(\.number) }
    manager.report(1)
    let late = Listener()
    _ = install(late)
    manager.report(2)
    #expect(seen == [1, 2])
    #expect(early.heard == [1])
    #expect(late.heard == [2])
  }

  @Test func `may ask the proxy when it dies in being replaced`() {
    final class Asking: LocationManagerDelegate {
      let proxy: LocationProxy
      init(_ proxy: LocationProxy) { self.proxy = proxy }
      isolated deinit { #expect(proxy.forwardToDelegate() == nil) }
    }
    proxy.setForwardToDelegate(Asking(proxy), retainDelegate: true)
    proxy.setForwardToDelegate(nil, retainDelegate: false)
  }

  @Test func `is never the proxy itself`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let manager = LocationManager()
      let proxy = LocationProxy.proxy(for: manager)
      proxy.setForwardToDelegate(proxy, retainDelegate: false)
    }
  }
}
