/// How to make proxies, by the class of the proxy and the class of the object.
@MainActor enum ProxyFactories {
  typealias Factory = (AnyObject) -> AnyObject?

  private static var factories: [ObjectIdentifier: [ObjectIdentifier: Factory]] = [:]

  /// Notes that a proxy class is asked for its factories; false if it was asked before.
  static func begin(_ proxy: any DelegateProxyType.Type) -> Bool {
    guard factories[ObjectIdentifier(proxy)] == nil else { return false }
    factories[ObjectIdentifier(proxy)] = [:]
    return true
  }

  static func add(
    for proxy: any DelegateProxyType.Type, _ parent: AnyObject.Type, _ factory: @escaping Factory
  ) {
    factories[ObjectIdentifier(proxy), default: [:]][ObjectIdentifier(parent)] = factory
  }

  /// Makes a proxy with the factory of the most derived class that has one.
  static func make(_ proxy: any DelegateProxyType.Type, for object: AnyObject) -> AnyObject? {
    guard let known = factories[ObjectIdentifier(proxy)] else { return nil }
    // Without an Objective-C runtime, a mirror is what knows the superclass of a class.
    var level: Mirror? = Mirror(reflecting: object)
    while let mirror = level {
      if let factory = known[ObjectIdentifier(mirror.subjectType)] { return factory(object) }
      level = mirror.superclassMirror
    }
    return nil
  }
}
