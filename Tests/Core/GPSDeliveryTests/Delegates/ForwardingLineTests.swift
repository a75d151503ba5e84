import GPSDelivery
import DeliverySupport
import Testing

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

@MainActor extension DelegateMethod where Delegate == any BellDelegate, Arguments == Bell {
  fileprivate static var rang: Self { Self("bellRang(_:)") { $0.bellRang($1) } }
  fileprivate static var stopped: Self { Self("bellStopped(_:)") { $0.bellStopped($1) } }
}

@MainActor extension DelegateQuery where Delegate == any BellDelegate, Arguments == Bell, Answer == Bool {
  fileprivate static var mayRing: Self { Self("bellMayRing(_:)", default: true) { $0.bellMayRing($1) } }
}

// The line for `bellStopped` is forgotten.
extension BellDelegate where Self: DelegateProxy<Bell, any BellDelegate> {
  func bellRang(_ bell: Bell) { dispatch(.rang, bell) }
  func bellMayRing(_ bell: Bell) -> Bool { ask(.mayRing, bell) }
}

private final class BellProxy: DelegateProxy<Bell, any BellDelegate>, DelegateProxyType, BellDelegate {
  static func registerKnownImplementations() {
    register { BellProxy(parentObject: $0, delegateProxy: BellProxy.self) }
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
    #expect(proxy.forwards(.rang, bell))
    #expect(proxy.forwards(.mayRing, bell))
    #expect(!proxy.forwards(.stopped, bell))
    #expect(porter.calls == 0 && observed == 0)
    bell.delegate?.bellRang(bell)
    #expect(porter.calls == 1 && observed == 1, "what follows goes its usual way")
  }
}
