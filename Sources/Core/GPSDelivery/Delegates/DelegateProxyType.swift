/// An object with a single delegate property, which is all that a proxy requires of it.
@MainActor public protocol HasDelegate: AnyObject {
  /// The protocol of its delegate.
  associatedtype Delegate

  /// Its delegate.
  var delegate: Delegate? { get set }
}

/// A proxy type that creates, finds and installs one proxy per object.
@MainActor public protocol DelegateProxyType: AnyObject {
  /// The class of the object that has the delegate.
  associatedtype ParentObject: AnyObject
  /// The protocol of the delegate.
  associatedtype Delegate

  /// Registers the factories of proxies, with one call of ``register(make:)`` for each class of objects.
  static func registerKnownImplementations()

  /// Returns the current delegate of an object.
  static func currentDelegate(for object: ParentObject) -> Delegate?

  /// Sets the delegate of an object.
  static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject)

  /// Returns the user's own delegate.
  func forwardToDelegate() -> Delegate?

  /// Sets the user's own delegate permanently.
  func setForwardToDelegate(_ delegate: Delegate?, retainDelegate: Bool)
}

extension DelegateProxyType where ParentObject: HasDelegate, Delegate == ParentObject.Delegate {
  /// Returns the current delegate of an object.
  public static func currentDelegate(for object: ParentObject) -> Delegate? { object.delegate }

  /// Sets the delegate of an object.
  public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) {
    object.delegate = delegate
  }
}

extension DelegateProxyType {
  /// Returns the proxy of an object, creating it if needed.
  ///
  /// The proxy becomes the delegate of the object and forwards to the previous delegate.
  public static func proxy(for object: ParentObject) -> Self {
    let proxy = existing(for: object) ?? make(for: object)
    if proxy is any ListeningProxy { return proxy }
    forwarding(proxy).takePlace(of: currentDelegate(for: object)) { setCurrentDelegate($0, to: object) }
    return proxy
  }

  /// Sets the user's own delegate on the proxy of an object until the registration is canceled.
  ///
  /// Canceling restores the previous delegate if it is alive, unless the delegate has been set again. The
  /// order of this call and subscriptions makes no difference.
  ///
  /// The delegate is held weakly, unless `retainDelegate` asks the proxy to keep it alive.
  @discardableResult public static func installForwardDelegate(
    _ delegate: Delegate, retainDelegate: Bool, onProxyForObject object: ParentObject
  ) -> Registration {
    forwarding(proxy(for: object)).pushForwardToDelegate(delegate, retainDelegate: retainDelegate)
  }

  /// Registers a factory of proxies for objects of a class and its subclasses.
  ///
  /// The factory of the most derived class applies. Registering a class again replaces its factory, including
  /// one from ``registerKnownImplementations()``, even if that has not been called yet. A factory of a proxy
  /// class is also used for its superclass.
  public static func register<Parent: AnyObject>(make: @escaping (Parent) -> Self) {
    ProxyFactories.ask(self) { registerKnownImplementations() }
    ProxyFactories.add(for: self, Parent.self) { object in
      guard let parent = object as? Parent else { return nil }
      return make(parent)
    }
  }

  /// Releases the proxies of objects that have died, for objects that do not own their proxies.
  ///
  /// This happens automatically when a proxy is created; call it if no more are created and observers should
  /// be completed.
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

  private static func forwarding(_ proxy: Self) -> ForwardingProxy<Delegate> {
    guard let proxy = proxy as? ForwardingProxy<Delegate> else {
      preconditionFailure("\(self) must inherit from DelegateProxy")
    }
    return proxy
  }
}
