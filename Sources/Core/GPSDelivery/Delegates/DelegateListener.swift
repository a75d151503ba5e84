/// An object with a list of delegates instead of a delegate property, often a shared instance.
///
/// It needs no proxy, since delegates do not displace each other: a ``DelegateListener`` joins the list.
@MainActor public protocol MulticastDelegating: AnyObject {
  /// The protocol of its delegates.
  associatedtype Delegate

  /// Adds a delegate to the list.
  func addDelegate(_ delegate: Delegate)

  /// Removes a delegate from the list.
  func removeDelegate(_ delegate: Delegate)
}

/// Observes an object that has a list of delegates instead of a delegate property.
///
/// It joins the list with its first observer or installed delegate, and leaves after the last one. Regardless
/// of the number of observers, the object has one more delegate.
///
/// ```swift
/// final class CompassListener: DelegateListener<Compass>, DelegateProxyType, CompassDelegate {
///   static func registerKnownImplementations() {
///     register { CompassListener(parentObject: $0, delegateProxy: CompassListener.self) }
///   }
/// }
/// CompassListener.proxy(for: .shared).onInvoked(.didTurn) { print($0) }
/// ```
///
/// An object that is both in the list and installed on the listener would be called twice: choose one.
@MainActor open class DelegateListener<Object: MulticastDelegating>: DelegateProxy<Object, Object.Delegate> {
  /// Creates a listener; called by the factory of a subclass only.
  public override init<Proxy: DelegateProxyType>(parentObject: Object, delegateProxy: Proxy.Type) {
    super.init(parentObject: parentObject, delegateProxy: delegateProxy)
    onWanted = { [weak self] isWanted in self?.join(isWanted) }
  }

  private func join(_ isWanted: Bool) {
    if isWanted { parentObject?.addDelegate(asDelegate) } else { parentObject?.removeDelegate(asDelegate) }
  }
}

/// Marks proxies that join a list instead of taking the delegate property.
@MainActor protocol ListeningProxy: AnyObject {}

extension DelegateListener: ListeningProxy {}

extension DelegateProxyType where ParentObject: MulticastDelegating, Delegate == ParentObject.Delegate {
  /// Returns nil: the object has no delegate property.
  public static func currentDelegate(for object: ParentObject) -> Delegate? { nil }

  /// Does nothing: the object has no delegate property.
  public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) {}
}
