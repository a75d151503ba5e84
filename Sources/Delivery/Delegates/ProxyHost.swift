/// An object that keeps its own proxies, so that they live and die with it.
///
/// Adopt it in classes of your own: the observers then hear of the end at the moment the object dies.
///
/// ```swift
/// @MainActor final class Dial: HasDelegate, ProxyHost {
///   let proxies = ProxyStorage()
///   @ProxyAware var delegate: (any DialDelegate)?
/// }
/// ```
///
/// For other objects a side table does the same, but nothing tells it when they die: it looks when the next
/// proxy is made, and when ``DelegateProxyType/sweepProxies()`` is called.
@MainActor public protocol ProxyHost: AnyObject {
  /// Where its proxies are kept.
  var proxies: ProxyStorage { get }
}
