import GPSDelivery

@MainActor private protocol DialDelegate: AnyObject { func dial(_ dial: Dial, didTurnTo position: Int) }

@MainActor private final class Dial: HasDelegate, ProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any DialDelegate)?
}

extension DelegateMethod where Delegate == any DialDelegate {
  fileprivate static var didTurn: DelegateMethod<Delegate, (Dial, Int)> { .init("dial(_:didTurnTo:)") }
}

extension DialDelegate where Self: DelegateProxy<Dial, any DialDelegate> {
  func dial(_ dial: Dial, didTurnTo position: Int) {
    dispatch(.didTurn, (dial, position)) { $0.dial(dial, didTurnTo: position) }
  }
}

private final class DialProxy: DelegateProxy<Dial, any DialDelegate>, DelegateProxyType, DialDelegate {
  static func registerKnownImplementations() {
    register { DialProxy(parentObject: $0, delegateProxy: DialProxy.self) }
  }
}

private final class User: DialDelegate {
  var sum = 0
  nonisolated init() {}
  func dial(_ dial: Dial, didTurnTo position: Int) { sum &+= position }
}

/// One call of a delegate method through a proxy.
enum Proxies {
  @MainActor static func run() async {
    let user = User()
    let direct = Dial()
    direct.delegate = user
    print("proxy: ns per call of a delegate method")
    print("  without a proxy", column(measure(direct)))
    let dial = Dial()
    dial.delegate = user
    let proxy = DialProxy.proxy(for: dial)
    print("  through a proxy", column(measure(dial)))
    var sum = 0
    for size in sizes {
      let registrations = (0..<size).map { _ in proxy.onInvoked(.didTurn) { sum &+= $0.1 } }
      print("  and", column("\(size)", 5), "observers", column(measure(dial)))
      for registration in registrations { registration.cancel() }
    }
  }

  @MainActor private static func measure(_ dial: Dial) -> Double {
    var number = 0
    return best(rounds: 2000) {
      number += 1
      dial.delegate?.dial(dial, didTurnTo: number)
    }
  }
}
