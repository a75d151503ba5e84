// The mistakes of the other cases, done right: all of it compiles.

import GPSDelivery
import GPSSystemCalls

final class Careful: DialDelegate {
  var position = 0
  func dial(_ dial: Dial, didTurnTo position: Int) {
    self.position = position
    Task { self.position += 1 }
  }
}

actor Elsewhere {
  func clear(_ dial: Dial) async {
    await MainActor.run { dial.delegate = nil }
  }
}

@MainActor func observe(_ dial: Dial) -> Subscription<Int, Never> {
  DialProxy.proxy(for: dial).values(.didTurn, .latest) { $0.1 }
}

final class LoudProxy: DelegateProxy<Dial, any DialDelegate>, DelegateProxyType, DialDelegate {
  private var turns = 0
  static func registerKnownImplementations() {
    register { LoudProxy(parentObject: $0, delegateProxy: LoudProxy.self) }
  }
  isolated deinit { print(turns) }
}

@MainActor func later(_ proxy: LoudProxy, _ proxies: [DialProxy]) async {
  let look = { proxy.isObserved }
  _ = look()
  Task { _ = proxy.onInvoked(.didTurn) { _ in } }
  await Task { @MainActor in _ = proxies.contains { $0.isObserved } }.value
}

func count(_ guarded: Guarded<Mutable>) -> Int {
  guarded.withLock { mutable in
    mutable.value += 1
    return mutable.value
  }
}

func answer(_ shot: OneShot<Int, any Error>, _ value: Int?) {
  let resolver = shot.makeResolver()
  if let value { resolver.fulfill(value) } else { resolver.reject(OneShotError.abandoned) }
}
