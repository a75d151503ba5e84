import GPSDelivery
import DeliverySupport
import Testing

/// Each test has ovens and proxies of its own: what is registered stays for the whole run.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `Registering a proxy` {
  @Test func `before the first proxy is asked for leaves the known ones in place`() {
    final class PizzaOven: Oven {}
    class PizzaProxy: EarlyProxy {}
    EarlyProxy.register { (oven: PizzaOven) in PizzaProxy(parentObject: oven, delegateProxy: PizzaProxy.self)
    }
    #expect(type(of: EarlyProxy.proxy(for: Oven())) == EarlyProxy.self)
    #expect(EarlyProxy.proxy(for: PizzaOven()) is PizzaProxy)
  }

  @Test func `for a class that is known replaces what was known, before and after the first proxy`() {
    class First: ReplacedProxy {}
    class Second: ReplacedProxy {}
    ReplacedProxy.register { (oven: Oven) in First(parentObject: oven, delegateProxy: First.self) }
    #expect(ReplacedProxy.proxy(for: Oven()) is First)
    ReplacedProxy.register { (oven: Oven) in Second(parentObject: oven, delegateProxy: Second.self) }
    #expect(ReplacedProxy.proxy(for: Oven()) is Second)
  }

  @Test func `of a subclass makes it found through the base proxy, and both ask for the same one`() {
    final class ClayOven: Oven {}
    class ClayProxy: BaseProxy {}
    ClayProxy.register { (oven: ClayOven) in ClayProxy(parentObject: oven, delegateProxy: ClayProxy.self) }
    let oven = ClayOven()
    let proxy = BaseProxy.proxy(for: oven)
    #expect(proxy is ClayProxy)
    #expect(ClayProxy.proxy(for: oven) === proxy)
    #expect(type(of: BaseProxy.proxy(for: Oven())) == BaseProxy.self, "other ovens keep the base proxy")
    #expect(type(of: OvenProxy.proxy(for: ClayOven())) == OvenProxy.self, "a stranger's proxy is not found")
  }

  @Test func `of a subclass for all objects is found through a base proxy that was in use already`() {
    class LateProxy: UsedProxy {}
    let old = Oven()
    let before = UsedProxy.proxy(for: old)
    LateProxy.register { (oven: Oven) in LateProxy(parentObject: oven, delegateProxy: LateProxy.self) }
    #expect(UsedProxy.proxy(for: old) === before, "an object keeps the proxy that it has")
    #expect(UsedProxy.proxy(for: Oven()) is LateProxy)
  }

  @Test func `of a subclass that inherits what is known does not undo what was registered`() {
    final class IronOven: Oven {}
    class Chosen: InheritedProxy {}
    class IronProxy: InheritedProxy {}
    InheritedProxy.register { (oven: Oven) in Chosen(parentObject: oven, delegateProxy: Chosen.self) }
    IronProxy.register { (oven: IronOven) in IronProxy(parentObject: oven, delegateProxy: IronProxy.self) }
    #expect(InheritedProxy.proxy(for: Oven()) is Chosen)
    #expect(InheritedProxy.proxy(for: IronOven()) is IronProxy)
  }
}

/// A proxy class for each tag, and so for each test.
private class TaggedProxy<Tag>: DelegateProxy<Oven, any OvenDelegate>, DelegateProxyType, OvenDelegate {
  static func registerKnownImplementations() {
    register { TaggedProxy(parentObject: $0, delegateProxy: TaggedProxy.self) }
  }
  static func currentDelegate(for object: Oven) -> (any OvenDelegate)? { object.delegate }
  static func setCurrentDelegate(_ delegate: (any OvenDelegate)?, to object: Oven) {
    object.delegate = delegate
  }
}

private typealias EarlyProxy = TaggedProxy<Int8>
private typealias ReplacedProxy = TaggedProxy<Int16>
private typealias BaseProxy = TaggedProxy<Int32>
private typealias UsedProxy = TaggedProxy<Int64>
private typealias InheritedProxy = TaggedProxy<Int>
