/// An object that keeps a list of delegates and has no delegate property: often a shared instance.
///
/// No delegate is displaced there, so no proxy stands in: a ``DelegateListener`` joins the list.
@MainActor public protocol MulticastDelegating: AnyObject {
  /// The protocol of its delegates.
  associatedtype Delegate

  /// Adds a delegate to the list.
  func addDelegate(_ delegate: Delegate)

  /// Removes a delegate from the list.
  func removeDelegate(_ delegate: Delegate)
}

/// Observes an object that keeps a list of delegates and has no delegate property.
///
/// It displaces no delegate and stands in for none: it joins the list when the first observer
/// comes or a delegate is installed on it, and leaves when there is none any more. However many observe, the
/// object has one more delegate.
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
/// An object that is in the list and also installed on the listener would be called twice: do one or the
/// other.
@MainActor open class DelegateListener<Object: MulticastDelegating>: DelegateProxy<Object, Object.Delegate> {
  /// Called by the factory of a subclass only.
  public override init<Proxy: DelegateProxyType>(parentObject: Object, delegateProxy: Proxy.Type) {
    super.init(parentObject: parentObject, delegateProxy: delegateProxy)
    onWanted = { [weak self] isWanted in self?.join(isWanted) }
  }

  private func join(_ isWanted: Bool) {
    let itself = ProxyPlace.delegate(self, Object.Delegate.self)
    if isWanted { parentObject?.addDelegate(itself) } else { parentObject?.removeDelegate(itself) }
  }
}

/// Marks the proxies that join a list instead of taking the delegate property.
@MainActor protocol ListeningProxy: AnyObject {}

extension DelegateListener: ListeningProxy {}

extension DelegateProxyType where ParentObject: MulticastDelegating, Delegate == ParentObject.Delegate {
  /// None: the object has no delegate property.
  public static func currentDelegate(for object: ParentObject) -> Delegate? { nil }

  /// Does nothing: the object has no delegate property.
  public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) {}
}
