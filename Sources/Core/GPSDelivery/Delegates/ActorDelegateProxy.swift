/// Acts as the delegate of an object that is isolated to an actor of your own.
///
/// It is the counterpart of ``DelegateProxy`` for any actor. The protocol, the object and the proxy are not
/// `Sendable`, so the compiler keeps all three on the actor where they were created.
///
/// ```swift
/// final class ProbeProxy: ActorDelegateProxy<Probe, any ProbeDelegate>, ActorDelegateProxyType, ProbeDelegate {}
///
/// actor Laboratory {
///   let probe = Probe()
///   var values: [Int] = []
///   func watch() {
///     ProbeProxy.proxy(for: probe, isolation: self).onInvoked(.didMeasure, on: self) { laboratory, measured in
///       laboratory.values.append(measured.1)
///     }
///   }
/// }
/// ```
open class ActorDelegateProxy<P: AnyObject, D>: ForwardingProxy<D> {
  /// The class of the object that has the delegate.
  public typealias ParentObject = P
  /// The protocol of the delegate.
  public typealias Delegate = D

  /// Creates a proxy; called by ``ActorDelegateProxyType/proxy(for:isolation:)`` only.
  public required init(parentObject: P) { super.init(parent: parentObject) }

  deinit { finish() }

  /// The object that has the delegate, as long as it is alive.
  public final var parentObject: P? { parent as? P }

  /// Calls a closure with the actor after the user's delegate was called, or without a delegate.
  ///
  /// The actor is held weakly. It must be the one where the proxy lives, which is checked at each call.
  @discardableResult public final func onInvoked<Observer: Actor, Arguments>(
    _ method: DelegateMethod<D, Arguments>, on actor: Observer,
    _ next: @escaping (isolated Observer, Arguments) -> Void
  ) -> Registration { onInvoked(method, weakly(actor, next)) }

  /// Calls a closure with the actor before the user's delegate is called.
  ///
  /// The actor is held weakly. It must be the one where the proxy lives, which is checked at each call.
  @discardableResult public final func onSent<Observer: Actor, Arguments>(
    _ method: DelegateMethod<D, Arguments>, on actor: Observer,
    _ next: @escaping (isolated Observer, Arguments) -> Void
  ) -> Registration { onSent(method, weakly(actor, next)) }

  private func weakly<Observer: Actor, Arguments>(
    _ actor: Observer, _ next: @escaping (isolated Observer, Arguments) -> Void
  ) -> (Arguments) -> Void {
    { [weak actor] arguments in
      // Nothing leaves the actor: `assumeIsolated` stops the program if another one calls.
      nonisolated(unsafe) let (next, arguments) = (next, arguments)
      actor?.assumeIsolated { unsafe next($0, arguments) }
    }
  }

  /// Returns a stream of values chosen from each call of a method, for a consumer on any thread.
  ///
  /// Only the chosen value, which is `Sendable`, leaves the actor. The next call drops a consumer that left.
  public final func values<Arguments, Element: Sendable>(
    _ method: DelegateMethod<D, Arguments>, _ buffering: Buffering, _ choose: @escaping (Arguments) -> Element
  ) -> Subscription<Element, Never> { stream(method, buffering, choose, onDemand: nil).0 }
}

/// An object on an actor of your own that has a single delegate property.
public protocol ActorHasDelegate: AnyObject {
  /// The protocol of its delegate.
  associatedtype Delegate

  /// Its delegate.
  var delegate: Delegate? { get set }
}

/// An object on an actor of your own that owns its proxies, so that they share its lifetime.
public protocol ActorProxyHost: AnyObject {
  /// The storage of its proxies.
  var proxies: ProxyStorage { get }
}

/// A proxy type for objects on an actor of your own, which creates one proxy per object.
public protocol ActorDelegateProxyType: AnyObject {
  /// The class of the object that has the delegate.
  associatedtype ParentObject: AnyObject
  /// The protocol of the delegate.
  associatedtype Delegate

  /// Creates a proxy for an object.
  init(parentObject: ParentObject)

  /// Returns the current delegate of an object.
  static func currentDelegate(for object: ParentObject) -> Delegate?

  /// Sets the delegate of an object.
  static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject)

  /// Returns the user's own delegate.
  func forwardToDelegate() -> Delegate?

  /// Sets the user's own delegate permanently.
  func setForwardToDelegate(_ delegate: Delegate?, retainDelegate: Bool)
}

extension ActorDelegateProxyType where ParentObject: ActorHasDelegate, Delegate == ParentObject.Delegate {
  /// Returns the current delegate of an object.
  public static func currentDelegate(for object: ParentObject) -> Delegate? { object.delegate }

  /// Sets the delegate of an object.
  public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) {
    object.delegate = delegate
  }
}

extension ActorDelegateProxyType where ParentObject: ActorProxyHost {
  /// Returns the proxy of an object, creating it if needed.
  ///
  /// The proxy becomes the delegate of the object and forwards to the previous delegate.
  ///
  /// The isolation is the actor of the object, which is also yours: pass `self`. There is no default, because
  /// `#isolation` is nil where a stored property is initialized, and nil isolates nothing.
  public static func proxy(for object: ParentObject, isolation: isolated any Actor) -> Self {
    proxy(for: object, kept: object.proxies)
  }
}

extension ActorDelegateProxyType {
  /// Returns the proxy of an object that does not own its proxies, from a table, creating it if needed.
  ///
  /// The actor must keep the table as long as the object should be observed. The isolation is that actor:
  /// pass `self`.
  public static func proxy(
    for object: ParentObject, in table: ProxyTable, isolation: isolated any Actor
  ) -> Self { proxy(for: object, kept: table.makeStorage(of: object)) }

  /// Sets the user's own delegate until the registration is canceled, which restores the previous one.
  ///
  /// Canceling does nothing if the delegate has been set again.
  ///
  /// The delegate is held weakly, unless `retainDelegate` asks the proxy to keep it alive.
  @discardableResult public func installForwardDelegate(
    _ delegate: Delegate, retainDelegate: Bool
  ) -> Registration {
    forwarding.pushForwardToDelegate(delegate, retainDelegate: retainDelegate)
  }

  private var forwarding: ForwardingProxy<Delegate> {
    guard let proxy = self as? ForwardingProxy<Delegate> else {
      preconditionFailure("\(Self.self) must inherit from ActorDelegateProxy")
    }
    return proxy
  }

  private static func proxy(for object: ParentObject, kept storage: ProxyStorage) -> Self {
    let proxy: Self
    if let existing = storage.first(Self.self) {
      proxy = existing
    } else {
      proxy = Self(parentObject: object)
      storage.add(proxy)
    }
    proxy.forwarding.takePlace(of: currentDelegate(for: object)) { setCurrentDelegate($0, to: object) }
    return proxy
  }
}
