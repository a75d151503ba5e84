/// How proxies on an actor of your own are found and put in place: one per object.
public protocol ActorDelegateProxyType: AnyObject {
  /// The class of the object that has the delegate.
  associatedtype ParentObject: AnyObject
  /// The protocol of the delegate.
  associatedtype Delegate

  /// Makes a proxy for an object.
  init(parentObject: ParentObject)

  /// The delegate that an object has now.
  static func currentDelegate(for object: ParentObject) -> Delegate?

  /// Gives an object a delegate.
  static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject)

  /// The user's own delegate.
  func forwardToDelegate() -> Delegate?

  /// Sets the user's own delegate for good.
  func setForwardToDelegate(_ delegate: Delegate?, retainDelegate: Bool)
}

extension ActorDelegateProxyType where ParentObject: ActorHasDelegate, Delegate == ParentObject.Delegate {
  /// The delegate that an object has now.
  public static func currentDelegate(for object: ParentObject) -> Delegate? { object.delegate }

  /// Gives an object a delegate.
  public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) {
    object.delegate = delegate
  }
}

extension ActorDelegateProxyType where ParentObject: ActorProxyHost {
  /// The proxy of an object: the one it has, or a new one.
  ///
  /// The proxy then is the delegate of the object, and whoever was it before is called by the proxy.
  ///
  /// The isolation is the actor that the object lives on, which is the one you are on: `self`. There is no
  /// default: `#isolation` is nil where a stored property is initialised, and nil would be no protection.
  public static func proxy(for object: ParentObject, isolation: isolated any Actor) -> Self {
    proxy(for: object, kept: object.proxies)
  }
}

extension ActorDelegateProxyType {
  /// The proxy of an object that does not keep its proxies: the one in the table, or a new one.
  ///
  /// The actor keeps the table as long as the object is to be observed. The isolation is that actor: `self`.
  public static func proxy(
    for object: ParentObject, in table: ProxyTable, isolation: isolated any Actor
  ) -> Self {
    proxy(for: object, kept: table.makeStorage(of: object))
  }

  /// Sets the user's own delegate until the registration is cancelled: then the one before it is back.
  ///
  /// Cancelling does nothing when somebody has set the delegate since.
  ///
  /// The delegate is held weakly, unless `retainDelegate` asks the proxy to keep it alive.
  @discardableResult public func installForwardDelegate(
    _ delegate: Delegate, retainDelegate: Bool
  ) -> Registration {
    guard let proxy = self as? ForwardingProxy<Delegate> else {
      preconditionFailure("\(Self.self) must inherit from ActorDelegateProxy")
    }
    return proxy.pushForwardToDelegate(delegate, retainDelegate: retainDelegate)
  }

  private static func proxy(for object: ParentObject, kept storage: ProxyStorage) -> Self {
    let proxy: Self
    if let existing = storage.first(Self.self) {
      proxy = existing
    } else {
      proxy = Self(parentObject: object)
      storage.add(proxy)
    }
    let current = currentDelegate(for: object)
    guard !ProxyPlace.isTaken(by: proxy, Delegate.self, first: current.map { $0 as AnyObject }) else {
      return proxy
    }
    proxy.setForwardToDelegate(current, retainDelegate: false)
    setCurrentDelegate(ProxyPlace.delegate(proxy, Delegate.self), to: object)
    return proxy
  }
}
