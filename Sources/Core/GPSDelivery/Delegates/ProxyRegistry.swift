/// An object that owns its proxies, so that they share its lifetime.
///
/// Adopt it in your own classes: observers are then completed as soon as the object is released.
///
/// ```swift
/// @MainActor final class Dial: HasDelegate, ProxyHost {
///   let proxies = ProxyStorage()
///   @ProxyAware var delegate: (any DialDelegate)?
/// }
/// ```
///
/// Other objects use a side table, which is not notified when they are released: it checks when the next
/// proxy is created and when ``DelegateProxyType/sweepProxies()`` is called.
@MainActor public protocol ProxyHost: AnyObject {
  /// The storage of its proxies.
  var proxies: ProxyStorage { get }
}

/// The proxies of one object.
public final class ProxyStorage {
  private var proxies: [AnyObject] = []

  /// Creates an empty storage.
  public init() {}

  /// Returns the proxy of a type, if there is one.
  package func first<Proxy>(_ type: Proxy.Type) -> Proxy? {
    for proxy in proxies { if let proxy = proxy as? Proxy { return proxy } }
    return nil
  }

  /// Keeps a proxy, or another object that ends with the object.
  package func add(_ proxy: AnyObject) {
    if !proxies.contains(where: { $0 === proxy }) { proxies.append(proxy) }
  }
}

/// The proxies of objects that do not own them.
///
/// The main actor has a single table. Other actors keep their own, and pass it to
/// ``ActorDelegateProxyType/proxy(for:in:isolation:)``.
///
/// A table is not notified when an object is released. It checks when a proxy is created and when ``sweep()``
/// is called.
public final class ProxyTable {
  private struct Entry {
    weak var object: AnyObject?
    let storage: ProxyStorage
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var pace = SweepPace()

  /// Creates an empty table.
  public init() {}

  /// The number of objects with proxies, including released ones that have not been noticed.
  public var count: Int { entries.count }

  /// Releases the proxies of objects that have died, which completes their observers.
  public func sweep() {
    let dead = entries.filter { $0.value.object == nil }
    for key in dead.keys { entries[key] = nil }
    pace.swept(leaving: entries.count)
    // Release the proxies after the table is consistent again.
    withExtendedLifetime(dead) {}
  }

  func storage(of object: AnyObject) -> ProxyStorage? {
    // A new object can get the identity of a released one, so check that the entry is for this object.
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry.storage
  }

  /// Returns the proxies of an object, adding an empty storage if needed.
  func makeStorage(of object: AnyObject) -> ProxyStorage {
    if let storage = storage(of: object) { return storage }
    if pace.isDue() { sweep() }
    let storage = ProxyStorage()
    let replaced = entries.updateValue(
      Entry(object: object, storage: storage), forKey: ObjectIdentifier(object))
    // As above, for the released object with the same identity.
    return withExtendedLifetime(replaced) { storage }
  }
}

/// The table of the main actor.
@MainActor enum ForeignProxies { static let table = ProxyTable() }

/// The factories of proxies, by the class of the proxy and the class of the object.
@MainActor enum ProxyFactories {
  typealias Factory = (AnyObject) -> AnyObject?

  private struct Entry {
    let proxy: any DelegateProxyType.Type
    let factory: Factory
    /// Whether the proxy class registered it in `registerKnownImplementations`.
    let isKnown: Bool
    /// Increases with each registration.
    let order: Int
  }

  private static var entries: [ObjectIdentifier: [Entry]] = [:]
  private static var asked: Set<ObjectIdentifier> = []
  /// The proxy class whose known implementations are being registered.
  private static var answering: ObjectIdentifier?
  private static var registrations = 0

  /// Registers the known implementations of a proxy class, once and before any others, which replace them.
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

  /// Creates a proxy with the factory for the object's most derived class that has one.
  ///
  /// Factories of a proxy's subclasses count as its own. Among several for a class of objects, the last one
  /// registered wins; known implementations come last.
  static func make<Proxy: DelegateProxyType>(_: Proxy.Type, for object: AnyObject) -> AnyObject? {
    // Without an Objective-C runtime, only a mirror reveals the superclass of a class.
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
    // A subclass may have inherited its known implementations, which say nothing about the proxy itself.
    return (entry.proxy == proxy ? 1 : 0, entry.order)
  }
}
