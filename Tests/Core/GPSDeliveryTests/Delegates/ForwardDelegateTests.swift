import DeliverySupport
import GPSDelivery
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

@MainActor private final class Bell: HasDelegate, ProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any BellDelegate)?
}

@MainActor private protocol BellDelegate: AnyObject {
  func bellRang(_ bell: Bell)
  func bellStopped(_ bell: Bell)
  func bellMayRing(_ bell: Bell) -> Bool
}

extension BellDelegate {
  func bellRang(_ bell: Bell) {}
  func bellStopped(_ bell: Bell) {}
  func bellMayRing(_ bell: Bell) -> Bool { true }
}

extension DelegateMethod where Delegate == any BellDelegate {
  fileprivate static var rang: DelegateMethod<Delegate, Bell> { .init("bellRang(_:)") }
  fileprivate static var stopped: DelegateMethod<Delegate, Bell> { .init("bellStopped(_:)") }
  fileprivate static var mayRing: DelegateMethod<Delegate, Bell> { .init("bellMayRing(_:)") }
}

// The line for `bellStopped` is forgotten.
extension BellDelegate where Self: DelegateProxy<Bell, any BellDelegate> {
  func bellRang(_ bell: Bell) { dispatch(.rang, bell) { $0.bellRang(bell) } }
  func bellMayRing(_ bell: Bell) -> Bool { dispatch(.mayRing, bell, default: true) { $0.bellMayRing(bell) } }
}

private final class BellProxy: DelegateProxy<Bell, any BellDelegate>, DelegateProxyType, BellDelegate {
  static func registerKnownImplementations() {
    register { BellProxy(parentObject: $0, delegateProxy: BellProxy.self) }
  }
}

private class OpenBellProxy: DelegateProxy<Bell, any BellDelegate>, DelegateProxyType, BellDelegate {
  static func registerKnownImplementations() {
    register { ShortBellProxy(parentObject: $0, delegateProxy: ShortBellProxy.self) }
  }
  func bellRang(_ bell: Bell) { dispatch(.rang, bell) { $0.bellRang(bell) } }
}

private final class ShortBellProxy: OpenBellProxy {
  override func bellRang(_ bell: Bell) {
    super.bellRang(bell)
    dispatch(.stopped, bell) { $0.bellStopped(bell) }
  }
}

@MainActor private final class Porter: BellDelegate {
  var calls = 0
  func bellRang(_ bell: Bell) { calls += 1 }
  func bellStopped(_ bell: Bell) { calls += 1 }
  func bellMayRing(_ bell: Bell) -> Bool {
    calls += 1
    return false
  }
}

@MainActor @Suite struct `A forwarding line` {
  @Test func `that was forgotten is found, and nobody is called to find it`() {
    let (bell, porter) = (Bell(), Porter())
    bell.delegate = porter
    let proxy = BellProxy.proxy(for: bell)
    var observed = 0
    proxy.onInvoked(.rang) { _ in observed += 1 }
    #expect(proxy.forwards(.rang) { $0.bellRang(bell) })
    #expect(proxy.forwards(.mayRing) { $0.bellMayRing(bell) })
    #expect(!proxy.forwards(.stopped) { $0.bellStopped(bell) })
    #expect(porter.calls == 0 && observed == 0)
    bell.delegate?.bellRang(bell)
    #expect(porter.calls == 1 && observed == 1, "what follows goes its usual way")
  }

  @Test func `in the body of a class is overridden by a subclass`() {
    let bell = Bell()
    let proxy = OpenBellProxy.proxy(for: bell)
    var observed: [String] = []
    proxy.onInvoked(.rang) { _ in observed.append("rang") }
    proxy.onInvoked(.stopped) { _ in observed.append("stopped") }
    bell.delegate?.bellRang(bell)
    #expect(observed == ["rang", "stopped"])
  }
}

private final class AuditProxy: DelegateProxy<LocationManager, any LocationManagerDelegate>,
  DelegateProxyType, LocationManagerDelegate
{
  static func registerKnownImplementations() {
    register { AuditProxy(parentObject: $0, delegateProxy: AuditProxy.self) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `Two proxies for one delegate property` {
  @Test func `stand behind each other, with the user's delegate behind both`() {
    let manager = LocationManager()
    let user = Listener()
    var order: [String] = []
    LocationProxy.proxy(for: manager).onInvoked(.didUpdateLocations) { _ in order.append("first") }
    AuditProxy.proxy(for: manager).onInvoked(.didUpdateLocations) { _ in order.append("second") }
    user.onHearing = { order.append("user") }
    manager.delegate = user
    manager.report(1)
    #expect(order == ["user", "first", "second"])
    #expect(LocationProxy.proxy(for: manager).forwardToDelegate() === user)
    manager.report(2)
    #expect(order.count == 6, "asking for the inner proxy again must not turn the chain round")
    manager.delegate = nil
    manager.report(3)
    #expect(user.heard == [1, 2])
    #expect(order.count == 8)
  }

  @Test func `let a proxy of another object be a delegate like any other`() {
    let manager = LocationManager()
    let other = LocationManager()
    var seen: [String] = []
    LocationProxy.proxy(for: manager).onInvoked(.didUpdateLocations) { _ in seen.append("own") }
    LocationProxy.proxy(for: other).onInvoked(.didUpdateLocations) { _ in seen.append("other") }
    manager.delegate = LocationProxy.proxy(for: other)
    manager.report(1)
    #expect(seen == ["other", "own"])
  }

  @Test func `take no proxy of another object for one of their own`() {
    let (manager, other) = (LocationManager(), LocationManager())
    let (user, late) = (Listener(), Listener())
    let foreign = LocationProxy.proxy(for: other)
    other.delegate = user
    manager.delegate = foreign
    manager.delegate = late
    #expect(foreign.forwardToDelegate() === user)
    manager.delegate = foreign
    #expect(LocationProxy.proxy(for: manager).forwardToDelegate() === foreign)
    manager.report(1)
    #expect(user.heard == [1])
    manager.delegate = manager.delegate
    manager.report(2)
    #expect(user.heard == [1, 2])
  }
}
