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

extension DelegateMethod where Delegate == any OvenDelegate {
  static var didReach: DelegateMethod<Delegate, (Oven, Int)> { .init("oven(_:didReach:)") }
  static var mayHeat: DelegateMethod<Delegate, Oven> { .init("ovenMayHeat(_:)") }
}

extension OvenDelegate where Self: DelegateProxy<Oven, any OvenDelegate> {
  func oven(_ oven: Oven, didReach degrees: Int) { dispatch(.didReach, (oven, degrees)) { $0.oven(oven, didReach: degrees) } }
  func ovenMayHeat(_ oven: Oven) -> Bool { dispatch(.mayHeat, oven, default: true) { $0.ovenMayHeat(oven) } }
}

@MainActor protocol HatchDelegate: AnyObject {
  func hatchOpens(_ hatch: Hatch) throws
  func hatchAirs(_ hatch: Hatch) async -> Int
}

@MainActor final class Hatch {}

extension DelegateMethod where Delegate == any HatchDelegate {
  static var opens: DelegateMethod<Delegate, Hatch> { .init("hatchOpens(_:)") }
  static var airs: DelegateMethod<Delegate, Hatch> { .init("hatchAirs(_:)") }
}

extension HatchDelegate where Self: DelegateProxy<Hatch, any HatchDelegate> {
  func hatchOpens(_ hatch: Hatch) throws { try dispatch(.opens, hatch) { try $0.hatchOpens(hatch) } }
  func hatchAirs(_ hatch: Hatch) async -> Int { await dispatch(.airs, hatch, default: 0) { await $0.hatchAirs(hatch) } }
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
    dispatch(.didReach, (oven, temperature)) { $0.oven(oven, didReach: temperature) }
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

extension DelegateMethod where Delegate == any ThermometerDelegate {
  static var didRead: DelegateMethod<Delegate, (Thermometer, Double)> { .init("thermometer(_:didRead:)") }
}

final class ThermometerListener: DelegateListener<Thermometer>, DelegateProxyType, ThermometerDelegate {
  static func registerKnownImplementations() {
    register { ThermometerListener(parentObject: $0, delegateProxy: ThermometerListener.self) }
  }
  func thermometer(_ thermometer: Thermometer, didRead degrees: Double) {
    dispatch(.didRead, (thermometer, degrees)) { $0.thermometer(thermometer, didRead: degrees) }
  }
}

protocol ProbeDelegate: AnyObject {
  func probe(_ probe: Probe, didMeasure value: Int)
}

final class Probe: ActorHasDelegate, ActorProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any ProbeDelegate)?
}

extension DelegateMethod where Delegate == any ProbeDelegate {
  static var didMeasure: DelegateMethod<Delegate, (Probe, Int)> { .init("probe(_:didMeasure:)") }
}

extension ProbeDelegate where Self: ActorDelegateProxy<Probe, any ProbeDelegate> {
  func probe(_ probe: Probe, didMeasure value: Int) {
    dispatch(.didMeasure, (probe, value)) { $0.probe(probe, didMeasure: value) }
  }
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
