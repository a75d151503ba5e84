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
