// Data races that a program could plant, each refused while types are checked.

import GPSDelivery

// A delegate lets another thread change its state.

final class Careless: DialDelegate {
  var position = 0
  func dial(_ dial: Dial, didTurnTo position: Int) {
    self.position = position
    Task.detached { self.position += 1 }  // error: main actor-isolated property 'position' can not be mutated
  }
}

nonisolated func look(_ delegate: Careless) -> Int {
  delegate.position  // error: main actor-isolated property 'position' can not be referenced
}

// A delegate is set from another actor.

actor Elsewhere {
  func clear(_ dial: Dial) {
    dial.delegate = nil  // error: main actor-isolated property 'delegate' can not be mutated
  }
}

// A proxy is asked for off the main actor.

nonisolated func observe(_ dial: Dial) {
  _ = DialProxy.proxy(for: dial)  // error: call to main actor-isolated static method 'proxy(for:)'
}

// A proxy is taken for something that any thread may use: its class, and one that is used as it stands.

func share(_: some Sendable) {}

@MainActor func lend(_ proxy: DialProxy, _ base: DelegateProxy<Dial, any DialDelegate>) {
  share(proxy)  // error: conformance of 'ForwardingProxy<Delegate>' to 'Sendable' is unavailable
  share(base)  // error: conformance of 'ForwardingProxy<Delegate>' to 'Sendable' is unavailable
}

// An observer that lives on another actor is given to a proxy.

@globalActor actor Cellar { static let shared = Cellar() }

@MainActor func hang(_ proxy: DialProxy, _ bell: @escaping @Cellar ((Dial, Int)) -> Void) {
  proxy.onInvoked(.didTurn, bell)  // error: converting function value of type
}

// A forwarding line calls the delegate elsewhere.

actor Relay {
  func pass(_ proxy: DialProxy, _ dial: Dial) {
    proxy.dispatch(.didTurn, (dial, 0)) { $0.dial(dial, didTurnTo: 0) }  // error: call to main actor-isolated instance method
  }
}

// Values that are not Sendable leave through a stream, and through a broadcast.

@MainActor func leak(_ proxy: DialProxy, _ mutable: Mutable) {
  _ = proxy.values(.didTurn, .latest) { _ in mutable }  // error: type 'Mutable' does not conform
  _ = Broadcast<Mutable, Never>()  // error: type 'Mutable' does not conform
}

// The isolation of a proxy is left to a default.

func guess(_ proxies: ProxyTable, _ dial: Plain) {
  _ = PlainProxy.proxy(for: dial, in: proxies)  // error: missing argument for parameter 'isolation'
}

protocol PlainDelegate: AnyObject {}
final class Plain: ActorHasDelegate { var delegate: (any PlainDelegate)? }
final class PlainProxy: ActorDelegateProxy<Plain, any PlainDelegate>, ActorDelegateProxyType, PlainDelegate {}
