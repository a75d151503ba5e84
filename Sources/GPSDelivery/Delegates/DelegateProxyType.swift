/// An object with one delegate property, which is all a proxy needs to know of it.
@MainActor public protocol HasDelegate: AnyObject {
  /// The protocol of its delegate.
  associatedtype Delegate

  /// Its delegate.
  var delegate: Delegate? { get set }
}

/// How proxies of a type are made, found and put in place: one per object.
@MainActor public protocol DelegateProxyType: AnyObject {
  /// The class of the object that has the delegate.
  associatedtype ParentObject: AnyObject
  /// The protocol of the delegate.
  associatedtype Delegate

  /// Registers how to make a proxy, with one call of ``register(make:)`` for each class of objects.
  static func registerKnownImplementations()

  /// The delegate that an object has now.
  static func currentDelegate(for object: ParentObject) -> Delegate?

  /// Gives an object a delegate.
  static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject)

  /// The user's own delegate.
  func forwardToDelegate() -> Delegate?

  /// Sets the user's own delegate for good.
  func setForwardToDelegate(_ delegate: Delegate?, retainDelegate: Bool)
}

extension DelegateProxyType where ParentObject: HasDelegate, Delegate == ParentObject.Delegate {
  /// The delegate that an object has now.
  public static func currentDelegate(for object: ParentObject) -> Delegate? { object.delegate }

  /// Gives an object a delegate.
  public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) {
    object.delegate = delegate
  }
}

extension DelegateProxyType {
  /// The proxy of an object: the one it has, or a new one.
  ///
  /// The proxy then is the delegate of the object, and forwards to the delegate before it.
  public static func proxy(for object: ParentObject) -> Self {
    let proxy = existing(for: object) ?? make(for: object)
    if proxy is any ListeningProxy { return proxy }
    let current = currentDelegate(for: object)
    guard !ProxyPlace.isTaken(by: proxy, Delegate.self, first: current.map { $0 as AnyObject }) else {
      return proxy
    }
    proxy.setForwardToDelegate(current, retainDelegate: false)
    setCurrentDelegate(ProxyPlace.delegate(proxy, Delegate.self), to: object)
    return proxy
  }

  /// Sets the user's own delegate on the proxy of an object, until the registration is cancelled.
  ///
  /// Cancelling brings back the delegate before it, if that still lives, unless the delegate was set again
  /// since. It makes no difference whether this comes before or after a subscription.
  ///
  /// The delegate is held weakly, unless `retainDelegate` asks the proxy to keep it alive.
  @discardableResult public static func installForwardDelegate(
    _ delegate: Delegate, retainDelegate: Bool, onProxyForObject object: ParentObject
  ) -> Registration {
    guard let proxy = proxy(for: object) as? ForwardingProxy<Delegate> else { notAProxy() }
    return proxy.pushForwardToDelegate(delegate, retainDelegate: retainDelegate)
  }

  /// Registers how to make a proxy for objects of a class and its subclasses.
  ///
  /// The most derived class that is registered counts. Registering a class again replaces what was there, also what
  /// ``registerKnownImplementations()`` names, whether or not a proxy was asked for before. What is registered for a
  /// proxy is found under the name of its superclass too.
  public static func register<Parent: AnyObject>(make: @escaping (Parent) -> Self) {
    ProxyFactories.ask(self) { registerKnownImplementations() }
    ProxyFactories.add(for: self, Parent.self) { object in
      guard let parent = object as? Parent else { return nil }
      return make(parent)
    }
  }

  /// Lets go of the proxies whose objects have died, among objects that do not keep their proxies themselves.
  ///
  /// It happens by itself when a proxy is made; call it where nothing is made any more and the end should be
  /// told.
  public static func sweepProxies() { ForeignProxies.table.sweep() }

  private static func existing(for object: ParentObject) -> Self? {
    if let host = object as? any ProxyHost { return host.proxies.first(Self.self) }
    return ForeignProxies.table.storage(of: object)?.first(Self.self)
  }

  private static func make(for object: ParentObject) -> Self {
    ProxyFactories.ask(self) { registerKnownImplementations() }
    guard let proxy = ProxyFactories.make(self, for: object) as? Self else {
      preconditionFailure("\(self) has not registered how to make a proxy for \(type(of: object))")
    }
    if let host = object as? any ProxyHost {
      host.proxies.add(proxy)
    } else {
      ForeignProxies.table.makeStorage(of: object).add(proxy)
    }
    return proxy
  }

  private static func notAProxy() -> Never { preconditionFailure("\(self) must inherit from DelegateProxy") }
}
