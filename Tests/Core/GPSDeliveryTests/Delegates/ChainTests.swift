import GPSDelivery
import DeliverySupport
import Testing

private final class AuditProxy: DelegateProxy<LocationManager, any LocationManagerDelegate>,
  DelegateProxyType,
  LocationManagerDelegate
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
}
