// Data races that a program could plant, each refused when the flow of values is followed.

import GPSDelivery
import GPSSystemCalls

// Guarded state is carried out of its lock.

func carryOut(_ guarded: Guarded<Mutable>) -> Mutable? {
  var outside: Mutable?
  guarded.withLock { outside = $0 }  // error: 'inout sending' parameter '$0' cannot be task-isolated
  return outside
}

// An object that others still hold is put behind a lock.

func putIn(_ mutable: Mutable) -> Guarded<Mutable> {
  Guarded(mutable)  // error: sending 'mutable' risks causing data races
}

func putInLater(_ guarded: Guarded<Mutable>, _ mutable: Mutable) {
  guarded.withLock { $0 = mutable }  // error: 'inout sending' parameter '$0' cannot be task-isolated
}

// An answer is given twice.

func answerTwice(_ shot: OneShot<Int, any Error>) {
  let resolver = shot.makeResolver()  // error: 'resolver' consumed more than once
  resolver.fulfill(1)
  resolver.fulfill(2)
}

// An object, and with it its proxy, is given away by the actor that observes it.

protocol ProbeDelegate: AnyObject {}
final class Probe: ActorHasDelegate, ActorProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any ProbeDelegate)?
}
final class ProbeProxy: ActorDelegateProxy<Probe, any ProbeDelegate>, ActorDelegateProxyType, ProbeDelegate {}

actor Laboratory {
  let probe = Probe()
  func giveAway() {
    _ = ProbeProxy.proxy(for: probe, isolation: self)
    let probe = probe
    Task.detached { probe.delegate = nil }  // error: passing closure as a 'sending' parameter risks
  }
}

// A list of delegates is shared between threads.

func share(_ list: MulticastDelegates<any ProbeDelegate>) {
  Task.detached { list.call { _ in } }  // error: passing closure as a 'sending' parameter risks
}
