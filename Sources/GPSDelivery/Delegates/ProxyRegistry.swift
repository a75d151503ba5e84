/// An object that keeps its own proxies, so that they live and die with it.
///
/// Adopt it in classes of your own: the observers then hear of the end at the moment the object dies.
///
/// ```swift
/// @MainActor final class Dial: HasDelegate, ProxyHost {
///   let proxies = ProxyStorage()
///   @ProxyAware var delegate: (any DialDelegate)?
/// }
/// ```
///
/// For other objects a side table does the same, but nothing tells it when they die: it looks when the next
/// proxy is made, and when ``DelegateProxyType/sweepProxies()`` is called.
@MainActor public protocol ProxyHost: AnyObject {
  /// The storage of its proxies.
  var proxies: ProxyStorage { get }
}

/// The proxies of one object.
public final class ProxyStorage {
  private var proxies: [AnyObject] = []

  /// Makes an empty storage.
  public init() {}

  /// The proxy of a type, if there is one.
  func first<Proxy>(_ type: Proxy.Type) -> Proxy? {
    for proxy in proxies { if let proxy = proxy as? Proxy { return proxy } }
    return nil
  }

  func add(_ proxy: AnyObject) { proxies.append(proxy) }
}

/// The proxies of objects that cannot keep them themselves.
///
/// On the main actor there is one for all. An actor of your own keeps its own, and hands it to
/// ``ActorDelegateProxyType/proxy(for:in:isolation:)``.
///
/// Nothing tells a table when an object dies. It looks when a proxy is made, and when ``sweep()`` is called.
public final class ProxyTable {
  private struct Entry {
    weak var object: AnyObject?
    let storage: ProxyStorage
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var pace = SweepPace()

  /// Makes an empty table.
  public init() {}

  /// How many objects it holds proxies for, the dead ones among them that were not yet noticed.
  public var count: Int { entries.count }

  /// Lets go of the proxies whose objects have died: their observers are told that no call will come any
  /// more.
  public func sweep() {
    let dead = entries.filter { $0.value.object == nil }
    for key in dead.keys { entries[key] = nil }
    pace.swept(leaving: entries.count)
    // The proxies die here, when the table is already in order again.
    withExtendedLifetime(dead) {}
  }

  /// The proxies of an object.
  func storage(of object: AnyObject) -> ProxyStorage? {
    // The identity of a dead object is given to a new one: an entry counts only while it means this very
    // object.
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry.storage
  }

  /// The proxies of an object, which may still be none.
  func makeStorage(of object: AnyObject) -> ProxyStorage {
    if let storage = storage(of: object) { return storage }
    if pace.isDue() { sweep() }
    let storage = ProxyStorage()
    let replaced = entries.updateValue(
      Entry(object: object, storage: storage), forKey: ObjectIdentifier(object))
    // As above, for the one whose identity the object has taken over.
    return withExtendedLifetime(replaced) { storage }
  }
}

/// The table of the main actor.
@MainActor enum ForeignProxies {
  static let table = ProxyTable()
}

/// How to make proxies, by the class of the proxy and the class of the object.
@MainActor enum ProxyFactories {
  typealias Factory = (AnyObject) -> AnyObject?

  private struct Entry {
    let proxy: any DelegateProxyType.Type
    let factory: Factory
    /// Whether the proxy class itself named it.
    let isKnown: Bool
    /// Higher for a later one.
    let order: Int
  }

  /// The factories by the class of the object.
  private static var entries: [ObjectIdentifier: [Entry]] = [:]
  private static var asked: Set<ObjectIdentifier> = []
  /// The proxy class that is being asked for the factories it knows.
  private static var answering: ObjectIdentifier?
  private static var registrations = 0

  /// Has a proxy class name the factories it knows, once and before any other of it is added: those replace them.
  static func ask(_ proxy: any DelegateProxyType.Type, _ registerKnownImplementations: () -> Void) {
    let identity = ObjectIdentifier(proxy)
    guard asked.insert(identity).inserted else { return }
    let outer = answering
    answering = identity
    registerKnownImplementations()
    answering = outer
  }

  static func add(
    for proxy: any DelegateProxyType.Type, _ parent: AnyObject.Type, _ factory: @escaping Factory
  ) {
    registrations += 1
    let isKnown = answering == ObjectIdentifier(proxy)
    let entry = Entry(proxy: proxy, factory: factory, isKnown: isKnown, order: registrations)
    entries[ObjectIdentifier(parent), default: []].removeAll { $0.proxy == proxy }
    entries[ObjectIdentifier(parent), default: []].append(entry)
  }

  /// Makes a proxy with the factory of the most derived class of objects that has one.
  ///
  /// The factories of a proxy's subclasses count as its own. Of several for one class of objects the last that was
  /// registered counts, and those that a proxy class knows by itself come behind.
  static func make<Proxy: DelegateProxyType>(_: Proxy.Type, for object: AnyObject) -> AnyObject? {
    // Without an Objective-C runtime, a mirror is what knows the superclass of a class.
    var level: Mirror? = Mirror(reflecting: object)
    while let mirror = level {
      if let entry = best(Proxy.self, ObjectIdentifier(mirror.subjectType)) { return entry.factory(object) }
      level = mirror.superclassMirror
    }
    return nil
  }

  private static func best<Proxy: DelegateProxyType>(
    _: Proxy.Type, _ parent: ObjectIdentifier
  ) -> Entry? {
    entries[parent, default: []].filter { $0.proxy is Proxy.Type }
      .max { rank($0, Proxy.self) < rank($1, Proxy.self) }
  }

  private static func rank(_ entry: Entry, _ proxy: any DelegateProxyType.Type) -> (Int, Int) {
    guard entry.isKnown else { return (2, entry.order) }
    // A subclass may have inherited what it knows: that says nothing new about the proxy itself.
    return (entry.proxy == proxy ? 1 : 0, entry.order)
  }
}

/// The place of a proxy among the delegates of its object.
enum ProxyPlace {
  /// Whether a proxy is called already: first, or behind another proxy that stands before it.
  static func isTaken<Delegate>(by proxy: AnyObject, _: Delegate.Type, first: AnyObject?) -> Bool {
    var next = first
    while let current = next {
      if current === proxy { return true }
      next = (current as? ForwardingProxy<Delegate>)?.forwardToDelegate().map { $0 as AnyObject }
    }
    return false
  }

  /// A proxy as the delegate that it is.
  static func delegate<Delegate>(_ proxy: AnyObject, _: Delegate.Type) -> Delegate {
    guard let delegate = proxy as? Delegate else {
      preconditionFailure("\(type(of: proxy)) must adopt \(Delegate.self)")
    }
    return delegate
  }
}
