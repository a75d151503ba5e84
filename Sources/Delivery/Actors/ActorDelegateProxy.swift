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

  /// Called by ``ActorDelegateProxyType/proxy(for:isolation:)``, and by nobody else.
  public required init(parentObject: P) { super.init(parent: parentObject) }

  deinit { finish() }

  /// The object that has the delegate, while it lives.
  public final var parentObject: P? { parent as? P }

  /// A stream of what is chosen from each call of a method, for a consumer on any thread.
  ///
  /// Only what is `Sendable` leaves the actor. A consumer that has gone is forgotten at the next call.
  public final func values<Arguments, Element: Sendable>(
    _ method: DelegateMethod<D, Arguments>, _ buffering: Buffering, _ choose: @escaping (Arguments) -> Element
  ) -> Subscription<Element, Never> {
    stream(method, buffering, choose, onDemand: nil).0
  }
}
