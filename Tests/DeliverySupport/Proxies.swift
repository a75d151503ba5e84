public import GPSDelivery

/// An empty proxy, as a user writes it.
public final class LocationProxy: DelegateProxy<LocationManager, any LocationManagerDelegate>,
  DelegateProxyType,
  LocationManagerDelegate
{
  /// Names itself as the proxy of a manager.
  public static func registerKnownImplementations() {
    register { LocationProxy(parentObject: $0, delegateProxy: LocationProxy.self) }
  }
}

/// A proxy for somebody else's class, and one for its subclass.
open class OvenProxy: DelegateProxy<Oven, any OvenDelegate>, DelegateProxyType, OvenDelegate {
  /// Names itself as the proxy of an oven, and another for the subclass.
  public static func registerKnownImplementations() {
    register { OvenProxy(parentObject: $0, delegateProxy: OvenProxy.self) }
    register { (oven: SteamOven) in SteamOvenProxy(parentObject: oven, delegateProxy: SteamOvenProxy.self) }
  }
  /// Reads the property that the proxy stands in.
  public static func currentDelegate(for object: Oven) -> (any OvenDelegate)? { object.delegate }
  /// Sets the property that the proxy stands in.
  public static func setCurrentDelegate(_ delegate: (any OvenDelegate)?, to object: Oven) {
    object.delegate = delegate
  }
}

/// A special oven.
public final class SteamOven: Oven {}

/// The proxy of a special oven.
public final class SteamOvenProxy: OvenProxy {}

/// A proxy for the other delegate property of the same protocol.
public final class InspectorProxy: DelegateProxy<Oven, any OvenDelegate>, DelegateProxyType, OvenDelegate {
  /// Names itself as the proxy that stands in for an inspector.
  public static func registerKnownImplementations() {
    register { InspectorProxy(parentObject: $0, delegateProxy: InspectorProxy.self) }
  }
  /// Reads the other property of the oven.
  public static func currentDelegate(for object: Oven) -> (any OvenDelegate)? { object.inspector }
  /// Sets the other property of the oven.
  public static func setCurrentDelegate(_ delegate: (any OvenDelegate)?, to object: Oven) {
    object.inspector = delegate
  }
}
