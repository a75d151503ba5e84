// Proxies whose forwarding lines a subclass replaces: overridden, or refused.

import GPSDelivery

class BodyProxy: DelegateProxy<Dial, any DialDelegate>, DelegateProxyType, DialDelegate {
  static func registerKnownImplementations() {
    register { BodyProxy(parentObject: $0, delegateProxy: BodyProxy.self) }
  }
  func dial(_ dial: Dial, didTurnTo position: Int) {
    dispatch(.didTurn, (dial, position)) { $0.dial(dial, didTurnTo: position) }
  }
}

final class DoubleProxy: BodyProxy {
  override func dial(_ dial: Dial, didTurnTo position: Int) { super.dial(dial, didTurnTo: 2 * position) }
}

final class SilentProxy: BodyProxy {
  func dial(_ dial: Dial, didTurnTo position: Int) {}  // error: overriding declaration requires an 'override' keyword
}

class LateProxy: DialProxy {}  // error: inheritance from a final class 'DialProxy'
