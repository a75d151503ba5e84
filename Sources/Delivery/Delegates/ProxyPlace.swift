/// The place of a proxy among the delegates of its object.
enum ProxyPlace {
  /// Whether a proxy is called already: first, or behind another proxy that stands before it.
  static func isTaken<Delegate>(by proxy: AnyObject, _: Delegate.Type, first: AnyObject?) -> Bool {
    var next = first
    while let current = next {
      if current === proxy { return true }
      next = (current as? ForwardingProxy<Delegate>)?.forwardToDelegate().map { $0 as AnyObject }
    }
    return false
  }

  /// A proxy as the delegate that it is.
  static func delegate<Delegate>(_ proxy: AnyObject, _: Delegate.Type) -> Delegate {
    guard let delegate = proxy as? Delegate else {
      preconditionFailure("\(type(of: proxy)) must adopt \(Delegate.self)")
    }
    return delegate
  }
}
