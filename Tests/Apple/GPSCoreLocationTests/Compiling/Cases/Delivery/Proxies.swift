// Proxies that leave the actor they were made on, each refused when the flow of values is followed.

import GPSDelivery
import GPSSystemCalls

final class Hand: DialDelegate { func dial(_ dial: Dial, didTurnTo position: Int) {} }
final class ListedDial: MulticastDelegating {
  func addDelegate(_ delegate: any DialDelegate) {}
  func removeDelegate(_ delegate: any DialDelegate) {}
}
final class DialListener: DelegateListener<ListedDial>, DelegateProxyType, DialDelegate {
  static func registerKnownImplementations() {
    register { DialListener(parentObject: $0, delegateProxy: DialListener.self) }
  }
  func dial(_ dial: Dial, didTurnTo position: Int) {}
}

// Tasks change a proxy at the same time.

@MainActor func race(_ dial: Dial, _ hand: Hand) async {
  let proxy = DialProxy.proxy(for: dial)
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<4 {
      group.addTask {  // error: passing closure as a 'sending' parameter risks
        proxy.setForwardToDelegate(hand, retainDelegate: false)
        _ = proxy.isObserved
      }
    }
  }
}

// A task has a proxy of its class, one as its superclass, a weak one, a listener, or one that it finds as the delegate.

@MainActor func detach(_ proxy: DialProxy) {
  Task.detached { proxy.setForwardToDelegate(nil, retainDelegate: false) }  // error: passing closure as a 'sending' parameter risks
}

@MainActor func detach(_ proxy: DelegateProxy<Dial, any DialDelegate>) {
  Task.detached { _ = proxy.forwardToDelegate() }  // error: passing closure as a 'sending' parameter risks
}

@MainActor func detachWeakly(_ proxy: DialProxy) {
  Task.detached { [weak proxy] in _ = proxy?.isObserved }  // error: passing closure as a 'sending' parameter risks
}

@MainActor func detach(_ listener: DialListener) {
  Task.detached { _ = listener.isObserved }  // error: passing closure as a 'sending' parameter risks
}

@MainActor func detachDelegate(of dial: Dial) {
  let delegate = dial.delegate
  Task.detached { _ = (delegate as? DialProxy)?.isObserved }  // error: passing closure as a 'sending' parameter risks
}

// A function that runs anywhere is given a proxy, and a lock is.

nonisolated func look(_ proxy: DialProxy) async -> Bool { proxy.isObserved }

@MainActor func lookElsewhere(_ proxy: DialProxy) async {
  _ = await look(proxy)  // error: sending 'proxy' risks causing data races
}

@MainActor func store(_ proxy: DialProxy, _ box: Guarded<DialProxy?>) {
  box.withLock { $0 = proxy }  // error: 'inout sending' parameter '$0' cannot be main actor-isolated
}

// Another actor takes a proxy, and has the main actor run what belongs to itself.

@MainActor func observe(_ dial: Dial, _ next: @escaping ((Dial, Int)) -> Void) {
  DialProxy.proxy(for: dial).onInvoked(.didTurn, next)
}

actor Counter {
  var count = 0
  func take(_ dial: Dial) async {
    let proxy = await DialProxy.proxy(for: dial)  // error: non-Sendable 'DialProxy'-typed result can not be returned
    _ = proxy.isObserved
  }
  func watch(_ dial: Dial) async {
    await observe(dial) { _ in self.count += 1 }  // error: sending value of non-Sendable type
  }
}

@globalActor actor Cellar { static let shared = Cellar() }

@Cellar func watch(_ dial: Dial) async {
  await observe(dial) { _ in print("turned") }  // error: sending value of non-Sendable type
}

// A proxy of an actor of one's own that was put on a global one.

protocol ProbeDelegate: AnyObject {}
final class Probe: ActorHasDelegate, ActorProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any ProbeDelegate)?
}
@Cellar class CellarProxy: ActorDelegateProxy<Probe, any ProbeDelegate> {}
final class DeepProxy: CellarProxy {}

@Cellar func lend(_ proxy: DeepProxy) {
  Task { @MainActor in _ = proxy.isObserved }  // error: sending 'proxy' risks causing data races
}
