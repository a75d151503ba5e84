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

  /// Creates the property with a delegate or nil.
  public init(wrappedValue: Delegate? = nil) { first = wrappedValue.map { $0 as AnyObject } }

  /// The first delegate to be called: the proxy, if there is one.
  public var wrappedValue: Delegate? {
    // Only delegates are ever assigned, so this cast never fails.
    get { first.flatMap { $0 as? Delegate } }
    set {
      let object = newValue.map { $0 as AnyObject }
      guard let proxy = first as? ForwardingProxy<Delegate>, !Self.isOfSameParent(object, proxy) else {
        first = object
        return
      }
      proxy.innermost.setForwardToDelegate(newValue, retainDelegate: false)
    }
  }

  /// Whether the object is another proxy of the same parent, which has taken the first one as its delegate.
  private static func isOfSameParent(_ object: AnyObject?, _ proxy: ForwardingProxy<Delegate>) -> Bool {
    guard let other = object as? ForwardingProxy<Delegate> else { return false }
    return other.parent === proxy.parent
  }
}
