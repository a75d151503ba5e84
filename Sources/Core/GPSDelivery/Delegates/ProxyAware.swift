/// A delegate property that works with proxies, whether it is assigned before or after a proxy is installed.
///
/// If there is a proxy, assigning sets the delegate to which the proxy forwards, and never replaces the
/// proxy; assigning nil clears only that delegate. Reading returns the first delegate to be called: the
/// proxy, if there is one.
///
/// ```swift
/// @ProxyAware var delegate: (any DialDelegate)?      // observers and delegate both hear
/// weak var delegate: (any DialDelegate)?             // NOT aware: assigning later silences the observers
/// ```
///
/// The delegate is held weakly.
@propertyWrapper public struct ProxyAware<Delegate> {
  private weak var first: AnyObject?
  /// Whether ``first`` is a proxy of this object: a proxy of another one is a delegate like any other.
  private var isProxied = false

  /// Creates the property with a delegate or nil.
  public init(wrappedValue: Delegate? = nil) { first = wrappedValue.map { $0 as AnyObject } }

  /// The first delegate to be called: the proxy, if there is one.
  public var wrappedValue: Delegate? {
    // Only delegates are ever assigned, so this cast never fails.
    get { first.flatMap { $0 as? Delegate } }
    set {
      let object = newValue.map { $0 as AnyObject }
      let proxy = object as? ForwardingProxy<Delegate>
      let takesPlace = proxy?.isTakingPlace == true
      guard isProxied, !takesPlace, let first = first as? ForwardingProxy<Delegate> else {
        (self.first, isProxied) = (object, takesPlace)
        return
      }
      if let proxy, first.leads(to: proxy) { return }
      first.setForwardToDelegate(newValue, retainDelegate: false)
    }
  }
}
