/// Stands in as the delegate of an object on the main actor, so that many can observe what one delegate is
/// told.
///
/// A proxy for a protocol is an empty subclass that names it:
///
/// ```swift
/// final class DialProxy: DelegateProxy<Dial, any DialDelegate>, DelegateProxyType, DialDelegate {
///   static func registerKnownImplementations() {
///     register { DialProxy(parentObject: $0, delegateProxy: DialProxy.self) }
///   }
/// }
/// ```
///
/// Its methods come from one extension of the protocol, written once by the owner of the protocol:
///
/// ```swift
/// extension DialDelegate where Self: DelegateProxy<Dial, any DialDelegate> {
///   func dial(_ dial: Dial, didTurnTo position: Int) { dispatch(.didTurn, (dial, position)) }
/// }
/// ```
///
/// Never make one with its initializer; ask ``DelegateProxyType/proxy(for:)``, which makes one per object.
/// The object is held weakly. When the proxy dies, which is with its object unless another object keeps it,
/// its observers are told that no call will come any more.
@MainActor open class DelegateProxy<P: AnyObject, D>: ForwardingProxy<D> {
  // Here and not left to inference: a subclass without the two static functions gets its associated types
  // from these.

  /// The class of the object that has the delegate.
  public typealias ParentObject = P
  /// The protocol of the delegate.
  public typealias Delegate = D

  /// Called by the factory of a subclass only.
  public init<Proxy: DelegateProxyType>(parentObject: P, delegateProxy: Proxy.Type) {
    super.init(parent: parentObject)
  }

  // On the main actor wherever the last reference is dropped: observers are told of the end where they were
  // told of everything else.
  isolated deinit { finish() }

  /// The object that has the delegate, while it lives.
  public final var parentObject: P? { parent as? P }

  /// A stream of what is chosen from each call of a method, for a consumer on any thread.
  ///
  /// Only what is `Sendable` leaves the main actor. The consumer is registered at once; when it goes, the
  /// proxy forgets it.
  public final func values<Arguments, Element: Sendable>(
    _ method: DelegateMethod<D, Arguments>, _ buffering: Buffering, _ choose: @escaping (Arguments) -> Element
  ) -> Subscription<Element, Never> {
    let hook = Hook()
    let (subscription, registration) = stream(method, buffering, choose) { demand in
      if demand == .ended { Task { @MainActor in hook.registration?.cancel() } }
    }
    hook.registration = registration
    return subscription
  }

  /// Carries a registration back to the main actor from wherever a consumer goes.
  @MainActor private final class Hook {
    var registration: Registration?
  }
}
