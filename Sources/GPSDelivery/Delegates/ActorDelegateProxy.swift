/// Stands in as the delegate of an object that lives on an actor of your own.
///
/// It does for any actor what ``DelegateProxy`` does for the main actor. The protocol, the object and the
/// proxy are not `Sendable`, and the compiler keeps all three where they were made.
///
/// ```swift
/// final class ProbeProxy: ActorDelegateProxy<Probe, any ProbeDelegate>, ActorDelegateProxyType, ProbeDelegate {}
///
/// actor Laboratory {
///   let probe = Probe()
///   func watch() { ProbeProxy.proxy(for: probe, isolation: self).onInvoked(.didMeasure) { print($0) } }
/// }
/// ```
open class ActorDelegateProxy<P: AnyObject, D>: ForwardingProxy<D> {
  /// The class of the object that has the delegate.
  public typealias ParentObject = P
  /// The protocol of the delegate.
  public typealias Delegate = D

  /// Called by ``ActorDelegateProxyType/proxy(for:isolation:)`` only.
  public required init(parentObject: P) { super.init(parent: parentObject) }

  deinit { finish() }

  /// The object that has the delegate, while it lives.
  public final var parentObject: P? { parent as? P }

  /// A stream of what is chosen from each call of a method, for a consumer on any thread.
  ///
  /// Only the chosen value, which is `Sendable`, leaves the actor. A departed consumer is dropped at the next call.
  public final func values<Arguments, Element: Sendable>(
    _ method: DelegateMethod<D, Arguments>, _ buffering: Buffering, _ choose: @escaping (Arguments) -> Element
  ) -> Subscription<Element, Never> {
    stream(method, buffering, choose, onDemand: nil).0
  }
}

/// An object on an actor of your own that has one delegate property.
public protocol ActorHasDelegate: AnyObject {
  /// The protocol of its delegate.
  associatedtype Delegate

  /// Its delegate.
  var delegate: Delegate? { get set }
}

/// An object on an actor of your own that keeps its proxies, so that they live and die with it.
public protocol ActorProxyHost: AnyObject {
  /// The storage of its proxies.
  var proxies: ProxyStorage { get }
}

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
  /// The proxy then is the delegate of the object, and forwards to the delegate before it.
  ///
  /// The isolation is the actor that the object lives on, which is the one you are on: `self`. There is no
  /// default: `#isolation` is nil where a stored property is initialized, and nil would be no protection.
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
  /// Cancelling does nothing if the delegate was set again since.
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
