// A protocol, its object and its proxy, as a program would have them. Every case is compiled together with this file.

import GPSDelivery

@MainActor protocol DialDelegate: AnyObject {
  func dial(_ dial: Dial, didTurnTo position: Int)
}

@MainActor final class Dial: HasDelegate, ProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any DialDelegate)?
}

extension DelegateMethod where Delegate == any DialDelegate {
  static var didTurn: DelegateMethod<Delegate, (Dial, Int)> { .init("dial(_:didTurnTo:)") }
}

extension DialDelegate where Self: DelegateProxy<Dial, any DialDelegate> {
  func dial(_ dial: Dial, didTurnTo position: Int) {
    dispatch(.didTurn, (dial, position)) { $0.dial(dial, didTurnTo: position) }
  }
}

final class DialProxy: DelegateProxy<Dial, any DialDelegate>, DelegateProxyType, DialDelegate {
  static func registerKnownImplementations() {
    register { DialProxy(parentObject: $0, delegateProxy: DialProxy.self) }
  }
}

final class Mutable { var value = 0 }
