/// An object on an actor of your own that has one delegate property.
public protocol ActorHasDelegate: AnyObject {
  /// The protocol of its delegate.
  associatedtype Delegate

  /// Its delegate.
  var delegate: Delegate? { get set }
}

/// An object on an actor of your own that keeps its proxies, so that they live and die with it.
public protocol ActorProxyHost: AnyObject {
  /// Where its proxies are kept.
  var proxies: ProxyStorage { get }
}
