/// Acts as the delegate of an object on the main actor, so that many observers can share its single delegate.
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
/// Its methods come from an extension of the protocol, which the owner of the protocol writes once:
///
/// ```swift
/// extension DialDelegate where Self: DelegateProxy<Dial, any DialDelegate> {
///   func dial(_ dial: Dial, didTurnTo position: Int) {
///     dispatch(.didTurn, (dial, position)) { $0.dial(dial, didTurnTo: position) }
///   }
/// }
/// ```
///
/// Don't call its initializer; use ``DelegateProxyType/proxy(for:)``, which creates one proxy per object. The
/// object is held weakly. The proxy is released with its object unless something else retains it; its
/// observers are then completed.
@MainActor open class DelegateProxy<P: AnyObject, D>: ForwardingProxy<D> {
  // Declared here rather than inferred: a subclass without the two static functions gets its associated types
  // from these.

  /// The class of the object that has the delegate.
  public typealias ParentObject = P
  /// The protocol of the delegate.
  public typealias Delegate = D

  /// Creates a proxy; called by the factory of a subclass only.
  public init<Proxy: DelegateProxyType>(parentObject: P, delegateProxy: Proxy.Type) {
    super.init(parent: parentObject)
  }

  // Isolated, wherever the last reference is released: observers are completed on the main actor, where they
  // were called before.
  isolated deinit { finish() }

  /// The object that has the delegate, as long as it is alive.
  public final var parentObject: P? { parent as? P }

  /// Returns a stream of values chosen from each call of a method, for a consumer on any thread.
  ///
  /// Only `Sendable` values leave the main actor. The consumer is registered until it leaves.
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

  /// Carries a registration back to the main actor when a consumer leaves on another thread.
  @MainActor private final class Hook { var registration: Registration? }
}
