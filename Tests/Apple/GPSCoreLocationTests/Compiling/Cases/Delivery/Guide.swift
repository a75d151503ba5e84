// The programs of docs/delegate-proxies.md and of the article on delegate proxies; a test compares them.

import GPSDelivery

@MainActor protocol OvenDelegate: AnyObject {
  func oven(_ oven: Oven, didReach temperature: Int)
  func ovenMayHeat(_ oven: Oven) -> Bool
}

extension OvenDelegate {
  func oven(_ oven: Oven, didReach temperature: Int) {}
  func ovenMayHeat(_ oven: Oven) -> Bool { true }
}

@MainActor final class Oven: HasDelegate, ProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any OvenDelegate)?

  func reach(_ temperature: Int) { delegate?.oven(self, didReach: temperature) }
  func heat() -> Bool { delegate?.ovenMayHeat(self) ?? true }
}

@MainActor extension DelegateMethod where Delegate == any OvenDelegate, Arguments == (Oven, Int) {
  static var didReach: Self { Self("oven(_:didReach:)") { $0.oven($1.0, didReach: $1.1) } }
}

@MainActor extension DelegateQuery where Delegate == any OvenDelegate, Arguments == Oven, Answer == Bool {
  static var mayHeat: Self { Self("ovenMayHeat(_:)", default: true) { $0.ovenMayHeat($1) } }
}

extension OvenDelegate where Self: DelegateProxy<Oven, any OvenDelegate> {
  func oven(_ oven: Oven, didReach temperature: Int) { dispatch(.didReach, (oven, temperature)) }
  func ovenMayHeat(_ oven: Oven) -> Bool { ask(.mayHeat, oven) }
}

final class OvenProxy: DelegateProxy<Oven, any OvenDelegate>, DelegateProxyType, OvenDelegate {
  static func registerKnownImplementations() {
    register { OvenProxy(parentObject: $0, delegateProxy: OvenProxy.self) }
  }
}

final class CountingOvenProxy: DelegateProxy<Oven, any OvenDelegate>, DelegateProxyType, OvenDelegate {
  private var calls = 0
  static func registerKnownImplementations() {
    register { CountingOvenProxy(parentObject: $0, delegateProxy: CountingOvenProxy.self) }
  }
  func oven(_ oven: Oven, didReach temperature: Int) {
    calls += 1
    dispatch(.didReach, (oven, temperature))
  }
  isolated deinit { print("the oven is gone after \(calls) calls") }
}

final class Cook: OvenDelegate {
  func ovenMayHeat(_ oven: Oven) -> Bool { false }
}

@MainActor func watch(_ oven: Oven, _ cook: Cook) -> Subscription<Int, Never> {
  let proxy = OvenProxy.proxy(for: oven)
  proxy.onInvoked(.didReach) { print("reached \($0.1)") }
  oven.delegate = cook  // the observers stay
  return proxy.values(.didReach, .latest) { $0.1 }  // for a task on any thread
}

@MainActor func lend(_ oven: Oven, to guest: Cook) -> Registration {
  OvenProxy.installForwardDelegate(guest, retainDelegate: false, onProxyForObject: oven)
}

@MainActor protocol ThermometerDelegate: AnyObject {
  func thermometer(_ thermometer: Thermometer, didRead degrees: Double)
}

@MainActor final class Thermometer: MulticastDelegating {
  static let shared = Thermometer()
  private let delegates = MulticastDelegates<any ThermometerDelegate> { delegate in { [weak delegate] in delegate } }
  func addDelegate(_ delegate: any ThermometerDelegate) { delegates.add(delegate) }
  func removeDelegate(_ delegate: any ThermometerDelegate) { delegates.remove(delegate) }
}

@MainActor extension DelegateMethod where Delegate == any ThermometerDelegate, Arguments == (Thermometer, Double) {
  static var didRead: Self { Self("thermometer(_:didRead:)") { $0.thermometer($1.0, didRead: $1.1) } }
}

final class ThermometerListener: DelegateListener<Thermometer>, DelegateProxyType, ThermometerDelegate {
  static func registerKnownImplementations() {
    register { ThermometerListener(parentObject: $0, delegateProxy: ThermometerListener.self) }
  }
  func thermometer(_ thermometer: Thermometer, didRead degrees: Double) { dispatch(.didRead, (thermometer, degrees)) }
}

protocol ProbeDelegate: AnyObject {
  func probe(_ probe: Probe, didMeasure value: Int)
}

final class Probe: ActorHasDelegate, ActorProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any ProbeDelegate)?
}

extension DelegateMethod where Delegate == any ProbeDelegate, Arguments == (Probe, Int) {
  static var didMeasure: Self { Self("probe(_:didMeasure:)") { $0.probe($1.0, didMeasure: $1.1) } }
}

extension ProbeDelegate where Self: ActorDelegateProxy<Probe, any ProbeDelegate> {
  func probe(_ probe: Probe, didMeasure value: Int) { dispatch(.didMeasure, (probe, value)) }
}

final class ProbeProxy: ActorDelegateProxy<Probe, any ProbeDelegate>, ActorDelegateProxyType, ProbeDelegate {}

actor Laboratory {
  private let probe = Probe()
  private var values: [Int] = []

  func watch() {
    ProbeProxy.proxy(for: probe, isolation: self).onInvoked(.didMeasure, on: self) { laboratory, measured in
      laboratory.values.append(measured.1)
    }
  }
}
