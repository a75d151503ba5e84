/// The proxies of one object.
public final class ProxyStorage {
  private var proxies: [AnyObject] = []

  /// Makes an empty storage.
  public init() {}

  /// The proxy of a type, if there is one.
  func first<Proxy>(_ type: Proxy.Type) -> Proxy? {
    for proxy in proxies { if let proxy = proxy as? Proxy { return proxy } }
    return nil
  }

  func add(_ proxy: AnyObject) { proxies.append(proxy) }
}
